-- Why transactions failed: the first error of each, without the name of the protocol.
select error, count(*) as transactions, count(distinct destination) as destinations
from (
  select
    destination,
    substr(split_part(split_part(cast(errors as string), '"id":"', 2), '"', 1), 20) as error
  from transactions
  where status = 'failed'
) as failed
group by error
order by transactions desc, error

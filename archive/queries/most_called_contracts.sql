-- The contracts that are called most, with the senders of these calls and the tez that they received.
select destination as contract, count(*) as calls, count(distinct source) as senders, sum(amount) as mutez
from (
  select source, destination, amount from transactions where status = 'applied'
  union all
  select source, destination, amount from internal_operations where status = 'applied' and kind = 'transaction'
) as calls
where destination like 'KT1%'
group by destination
order by calls desc, contract
limit 10

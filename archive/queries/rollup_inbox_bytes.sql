-- Messages to the inbox of rollups by day, and their bytes.
select
  cast(timestamp as date) as day,
  count(*) as messages,
  sum(octet_length(message)) as bytes
from rollup_messages
where message is not null
group by cast(timestamp as date)
order by day

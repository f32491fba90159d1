-- The changes of the balance of one account, block by block, and their sum so far. Operations that were not applied change only what is paid as a fee.
select
  level,
  sum(change) as change,
  sum(sum(change)) over (order by level rows between unbounded preceding and current row) as total
from balance_updates
where contract = 'tz1hFhmqKNB7hnHVHAFSk9wNqm7K9GgF2GDN'
  and (status is null or status = 'applied')
group by level
order by level

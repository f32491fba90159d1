-- Accounts that appeared, by day: those that received their first tez, and contracts.
select day, sum(accounts) as accounts, sum(contracts) as contracts
from (
  select cast(timestamp as date) as day, 1 as accounts, 0 as contracts from transactions
  where status = 'applied' and allocated_destination_contract
  union all
  select cast(timestamp as date) as day, 1 as accounts, 0 as contracts from internal_operations
  where status = 'applied' and allocated_destination_contract
  union all
  select cast(timestamp as date) as day, 0 as accounts, 1 as contracts from originations
  where status = 'applied'
  union all
  select cast(timestamp as date) as day, 0 as accounts, 1 as contracts from internal_operations
  where status = 'applied' and kind = 'origination'
) as appeared
group by day
order by day

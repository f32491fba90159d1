-- Calls of contracts in each protocol, by operations and by other contracts.
select protocol, origin, count(*) as calls, count(distinct destination) as contracts
from (
  select protocol, 'operation' as origin, destination from transactions
  where status = 'applied' and destination like 'KT1%'
  union all
  select protocol, 'contract' as origin, destination from internal_operations
  where status = 'applied' and kind = 'transaction' and destination like 'KT1%'
) as calls
group by protocol, origin
order by protocol, origin

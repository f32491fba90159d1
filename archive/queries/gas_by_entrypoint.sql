-- The entrypoints that take most gas. Before protocol 013 a receipt has gas in whole units only.
select
  coalesce(parameters.entrypoint, 'default') as entrypoint,
  count(*) as calls,
  sum(cast(coalesce(consumed_milligas, consumed_gas * 1000) as bigint)) as milligas
from transactions
where status = 'applied' and destination like 'KT1%'
group by coalesce(parameters.entrypoint, 'default')
order by milligas desc, entrypoint
limit 20

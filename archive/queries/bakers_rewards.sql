-- What each baker received for the blocks that it baked: rewards, bonuses and fees.
select blocks.baker, count(distinct blocks.level) as blocks, sum(balance_updates.change) as mutez
from blocks
join balance_updates on balance_updates.level = blocks.level
where balance_updates.part = 'block'
  and balance_updates.origin = 'block'
  and balance_updates.kind = 'contract'
  and balance_updates.contract = blocks.baker
group by blocks.baker
order by mutez desc, blocks.baker
limit 10

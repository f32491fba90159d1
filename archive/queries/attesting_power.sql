-- The power with which each protocol's blocks were attested, and the bakers that had it.
select
  protocol,
  count(*) as attestations,
  count(distinct delegate) as bakers,
  sum(consensus_power_number) as power
from attestations
where delegate is not null
group by protocol
order by protocol

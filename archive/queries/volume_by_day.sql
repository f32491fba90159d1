-- Tez that transactions moved, by day.
select cast(timestamp as date) as day, count(*) as transactions, sum(amount) as mutez
from transactions
where status = 'applied'
group by cast(timestamp as date)
order by day

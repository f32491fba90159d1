#!/usr/bin/env python3
"""Draws five plots of exported tables, as SVG. Needs duckdb and matplotlib.

    tezos-codec archive export --binary blocks --out tables
    plots.py tables OUT
"""

import pathlib
import sys

import duckdb
import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "plots", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
from matplotlib import pyplot

INK, FAINT = "#2c5a8c", "#d98032"


def kinds(rows, axes):
    """How often each kind of operation occurs, and how many of them fail."""
    tables = ("transactions", "internal_operations", "originations", "reveals", "delegations")
    query = " union all ".join(f"select kind, status from {table}" for table in tables) + " union all select kind, 'applied' from attestations"
    names, all, failed = zip(*rows(f"select kind, count(*), count(*) filter (status <> 'applied') from ({query}) group by kind order by 2, 1"))
    bars = axes.barh(names, all, color=INK)
    axes.bar_label(bars, [f"{count}, {bad} of them not applied" if bad else count for count, bad in zip(all, failed)], padding=4)
    axes.set_xscale("log")
    axes.set(xlabel="number", xlim=(1, max(all) * 30))


def gas(rows, axes):
    """How much gas a call of a contract takes, by its entrypoint."""
    found = rows(
        """select coalesce(parameters.entrypoint, 'default') as entrypoint, list_sort(list(coalesce(consumed_milligas / 1000, consumed_gas)::double))
           from transactions where status = 'applied' and destination like 'KT1%'
           group by 1 order by count(*) desc, 1 limit 8""")
    names, values = zip(*reversed(found))
    axes.boxplot(values, orientation="horizontal", tick_labels=[f"{name} ({len(all)})" for name, all in zip(names, values)],
                 medianprops={"color": FAINT}, flierprops={"markersize": 3})
    axes.set_xscale("log")
    axes.set_xlabel("units of gas")


def fees(rows, axes):
    """The fee beside the limit of gas."""
    limits, amounts = zip(*rows("select gas_limit, fee from transactions where fee > 0 order by 1, 2"))
    axes.scatter(limits, amounts, s=8, alpha=0.5, color=INK, linewidths=0, rasterized=True)
    limits = sorted(limits)
    axes.plot(limits, [100 + 0.1 * limit for limit in limits], color=FAINT, label="100 millionths, and a tenth of one for each unit of gas")
    axes.set(xscale="log", yscale="log", xlabel="limit of gas", ylabel="fee in millionths of a tez")
    axes.legend(frameon=False)


def balances(rows, axes):
    """Where tez goes: the sum of what the balances of each category gain."""
    names, sums = zip(*rows(
        """select coalesce(category, kind), sum(change) / 1e6 from balance_updates where change > 0 and coalesce(status, 'applied') = 'applied'
           group by 1 order by 2, 1"""))
    axes.barh(names, sums, color=INK)
    axes.set_xscale("log")
    axes.set_xlabel("tez")


def amounts(rows, axes):
    """How much tez a transfer moves."""
    [amounts] = zip(*rows("select amount / 1e6 from transactions where status = 'applied' and amount > 0 order by 1"))
    axes.hist(amounts, bins=[10 ** (power / 2) for power in range(-12, 12)], color=INK, rwidth=0.9)
    axes.set_xscale("log")
    axes.set(xlabel="tez", ylabel="transfers")


def main(tables, out):
    engine = duckdb.connect()
    for folder in sorted(tables.iterdir()):
        if any(folder.glob("*.parquet")):
            engine.execute(f"create view {folder.name} as select * from read_parquet('{folder}/*.parquet', union_by_name = true)")
    out.mkdir(parents=True, exist_ok=True)
    for plot in (kinds, amounts, fees, gas, balances):
        figure, axes = pyplot.subplots(figsize=(7, 3.4), layout="constrained")
        plot(lambda query: engine.execute(query).fetchall(), axes)
        axes.set_title(plot.__doc__.rstrip("."), loc="left", fontsize=10)
        figure.savefig(out / f"{plot.__name__}.svg", metadata={"Date": None})


main(*map(pathlib.Path, sys.argv[1:]))

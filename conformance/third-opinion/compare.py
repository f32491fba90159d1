"""Compares what types and schemas answer with what the model expects: `python3 compare.py FOLDER SEED TYPES < answers`.

Every difference is printed with the type, the bytes, the three answers and a line to reproduce it. Exits with 1 if there is one.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from check_vectors import same
from model import DEPARTURES, json_of

SHOWN_OF_A_TYPE = 1
SHOWN = 40


@dataclass
class Side:
    """An answer, what the model expects it to be, and who gives it: the type or its schema."""

    who: str
    expected: list[tuple[str, Any]]
    answer: list[tuple[str, Any]]


class Report:
    """Differences, of which those of one type are shown a few times only."""

    def __init__(self, types: list[dict], seed: str, asked: str) -> None:
        self.types, self.seed, self.asked = types, seed, asked
        self.facts: Counter[str] = Counter()
        self.differences: Counter[tuple[int, str]] = Counter()
        self.known: Counter[str] = Counter()

    def compare(self, index: int, fact: str, given: str, *sides: Side) -> None:
        """Compares what is expected of each side with what it answers."""
        self.facts[fact] += len(sides)
        if all(same(side.expected, side.answer) for side in sides):
            return
        self.differences[index, fact] += 1
        if self.differences[index, fact] > SHOWN_OF_A_TYPE or len(self.differences) > SHOWN:
            return
        print(f"DIFFERENCE in {fact}, type {index}: {self.types[index]['source']}")
        print(f"    given       {given[:400]}")
        for side in sides:
            print(f"    {side.who:<11} {short(side.answer)}")
            print(f"    the model   {short(side.expected)}")
        print(f"    reproduce   ci/third-opinion {self.seed} {self.asked}")
        if fact in FACTS:
            line = f"{index}\\t{given.split()[1]}\\t\\n"
            print(f"                printf '{line}' | target/third-opinion/build/debug/third-opinion | tail -n 1")


def short(pairs: list) -> str:
    return " ".join(f"{key}={value}" for key, value in pairs)[:400] or "nothing"


def main() -> int:
    folder, seed = Path(sys.argv[1]), sys.argv[2]
    types = [json.loads(line) for line in (folder / "types.jsonl").read_text().splitlines()]
    report = Report(types, seed, sys.argv[3])
    answers = iter(sys.stdin)
    for index, known in enumerate(types):
        answer = json.loads(next(answers))
        report.compare(index, "size", known["name"], Side("the type", pairs(known["facts"]), pairs(answer["facts"])))
        for expected, written in zip(known["writes"], answer["writes"], strict=True):
            report.compare(index, "writing a value", expected["literal"], Side("the type", pairs(expected["expect"]), pairs(written)))
    cases: Counter[str] = Counter()
    with (folder / "expected.jsonl").open() as lines:
        for line, text in zip(lines, answers, strict=True):
            compare_case(report, json.loads(line), dict(json_of(text)), cases)
    counts = ", ".join(f"{count} {what}" for what, count in sorted(cases.items()))
    facts = ", ".join(f"{count} of {fact}" for fact, count in sorted(report.facts.items()))
    print(f"{len(types)} types: {counts}")
    print(f"{sum(report.facts.values())} facts compared: {facts}")
    for name, count in report.known.items():
        print(f"{count} known differences: {' and '.join(DEPARTURES[part] for part in name.split(' and '))}")
    for (index, fact), count in report.differences.items():
        print(f"type {index}: {count} differences in {fact}")
    print(f"seed {seed}: {sum(report.differences.values())} differences")
    return 1 if report.differences else 0


def pairs(answer: Any, keys: list[str] | None = None) -> list[tuple[str, Any]]:
    """Parts of an answer, in the order of their names; `same` compares these and does not take 1 for true."""
    return [(key, value) for key, value in sorted(dict(answer).items()) if keys is None or key in keys]


# What is compared of an answer to bytes, each on its own.
VIEWED = ["bytes", "error", "offset"]
FACTS = {
    "bytes": ["bytes", "error", "unwritable"],
    "length": ["length"],
    "canonical": ["canonical"],
    "JSON": ["json"],
    "offset": ["offset"],
}


def compare_case(report: Report, case: dict, answer: dict, cases: Counter[str]) -> None:
    cases[case["what"]] += 1
    index = case["type"]
    asked = {"the type": (case["expect"], answer["type"]), "the schema": (case["schema"], answer["walker"])}
    # A view is read at any depth.
    if "view" in answer and case["expect"].get("error") != "Too_deep":
        asked["its view"] = ({key: case["expect"][key] for key in VIEWED if key in case["expect"]}, answer["view"])
    # An answer that differs in a way that is known counts as one, whatever of it differs.
    sides = [(pairs(parsed(expected)), pairs(answered)) for expected, answered in asked.values()]
    for name, known in case["known"].items() if any(expected != answered for expected, answered in sides) else []:
        if all(answered in (expected, pairs(parsed(other))) for (expected, answered), other in zip(sides, known)):
            report.known[name] += 1
            return
    for fact, keys in FACTS.items():
        sides = [Side(who, pairs(parsed(expected), keys), pairs(answered, keys)) for who, (expected, answered) in asked.items()]
        # Only a type that reads and writes has a length and JSON; an offset is that of one error.
        sides = [side for side in sides if fact == "bytes" or side.expected and side.answer]
        if sides:
            report.compare(index, fact, f"{case['what']} {case['hex']}", *sides)
    if case["json"] and case["from_json"] != {"error": "Json"}:
        expected = pairs(case["from_json"])
        sides = [Side("the type", expected, pairs(answer["from_json"])), Side("the schema", expected, pairs(answer["walker_from_json"]))]
        report.compare(index, "reading JSON", case["json"], *sides)


def parsed(expected: dict) -> dict:
    return {**expected, "json": json_of(expected["json"])} if "json" in expected else expected


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main())

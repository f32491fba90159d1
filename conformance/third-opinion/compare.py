"""Compares what types and schemas answer with what the model expects: `python3 compare.py FOLDER SEED TYPES < answers`.

Every difference is printed with the type, what it was given, the answers, what the model expects and a line to reproduce it. Exits with 1
if there is one.
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
SHOWN = 200


@dataclass
class Side:
    """An answer, what the model expects it to be, and who gives it: the type or its schema."""

    who: str
    expected: Any
    answer: Any


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

    def compare_any(self, index: int, fact: str, given: str, who: str, expected: list, answer: Any) -> None:
        """Compares an answer with what is expected first, and with what is known to be answered instead."""
        if any(same(other, answer) for other in expected[1:]) and not same(expected[0], answer):
            self.facts[fact] += 1
            self.known["pairs"] += 1
        else:
            self.compare(index, fact, given, Side(who, expected[0], answer))


def short(answer: Any) -> str:
    if isinstance(answer, list) and answer and isinstance(answer[0], tuple):
        return " ".join(f"{key}={value}" for key, value in answer)[:600]
    return repr(answer)[:600]


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
    compare = {"read": compare_read, "json": compare_json, "stream": compare_stream, "depth": compare_any, "revision": compare_any}
    with (folder / "expected.jsonl").open() as lines:
        for line, text in zip(lines, answers, strict=True):
            case = json.loads(line)
            cases[case["what"]] += 1
            compare[case["kind"]](report, case, dict(json_of(text)))
    counts = ", ".join(f"{count} {what}" for what, count in sorted(cases.items()))
    facts = ", ".join(f"{count} of {fact}" for fact, count in sorted(report.facts.items()))
    print(f"{len(types)} types, {sum(cases.values())} cases: {counts}")
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
READ = ["bytes", "length", "canonical", "json", "error", "offset", "unwritable"]
VIEWED = ["bytes", "error", "offset"]
FACTS = {
    "bytes": ["bytes", "error", "unwritable"],
    "length": ["length"],
    "canonical": ["canonical"],
    "JSON": ["json"],
    "offset": ["offset"],
}


def compare_read(report: Report, case: dict, answer: dict) -> None:
    index, expect, given = case["type"], case["expect"], f"{case['what']} {case['given'].partition(' ')[0]}"
    agrees(report, case, "the type", answer["type"])
    if "arena" in answer:
        agrees(report, case, "its arena", answer["arena"])
        expected = [pairs(one, VIEWED) for one in case["arena"]]
        report.compare_any(index, "arenas", given, "its arena", expected, pairs(answer["arena"], VIEWED))
    if case["json"] is not None:
        compare_json(report, case, dict(answer["json"]))
    asked = {"the type": (expect, answer["type"]), "the schema": (case["schema"], answer["walker"])}
    # A view is read at any depth.
    if "view" in answer and expect.get("error") != "Too_deep":
        asked["its view"] = ({key: expect[key] for key in VIEWED if key in expect}, answer["view"])
        compare_walk(report, case, given, dict(answer["view"]))
    # An answer that differs in a way that is known counts as one, whatever of it differs.
    sides = [(pairs(parsed(expected), READ), pairs(answered, READ)) for expected, answered in asked.values()]
    for name, known in case["known"] if any(expected != answered for expected, answered in sides) else []:
        if all(answered in (expected, pairs(parsed(other), READ)) for (expected, answered), other in zip(sides, known)):
            report.known[name] += 1
            return
    for fact, keys in FACTS.items():
        sides = [Side(who, pairs(parsed(expected), keys), pairs(answered, keys)) for who, (expected, answered) in asked.items()]
        # Only a type that reads and writes has a length and JSON; an offset is that of one error.
        sides = [side for side in sides if fact == "bytes" or side.expected and side.answer]
        if sides:
            report.compare(index, fact, given, *sides)


def agrees(report: Report, case: dict, who: str, answer: Any) -> None:
    """All writers, all ways to decode and all budgets agree with one another."""
    report.compare(case["type"], "agreement", f"{case['what']} {case['given']}", Side(who, "", dict(answer).get("disagrees", "").strip()))


def compare_walk(report: Report, case: dict, given: str, view: dict) -> None:
    """The accessors of a view, and whether bytes are accepted without one."""
    if "walk" in case["expect"] and "walk" in view:
        report.compare(case["type"], "accessors of views", given, Side("its view", case["expect"]["walk"].strip(), view["walk"].strip()))
    checked, seen = view["checked"], [(key, view[key]) for key in ("error", "offset") if key in view]
    report.compare(case["type"], "validation", given, Side("its view", seen, pairs(checked or {})))


def compare_json(report: Report, case: dict, answer: dict) -> None:
    if case["from_json"].get("error") == "of a case" and "error" in dict(answer["type"]):
        case["from_json"] = {"error": dict(answer["type"])["error"]}
    of_type = case["from_json"].pop("of_type", None)
    expected = pairs(case["from_json"])
    sides = [
        Side("the type", pairs(of_type) if of_type else expected, pairs(answer["type"])),
        Side("the schema", expected, pairs(answer["walker"])),
    ]
    report.compare(case["type"], "reading JSON", case["json"], *sides)


def compare_any(report: Report, case: dict, answer: dict) -> None:
    expected = [pairs(parsed(one), ["bytes", "error", "offset", "json"]) for one in case["answers"]]
    keys = ["bytes", "error", "offset", *(["json"] if case["kind"] == "revision" else [])]
    for who, name in (("the type", "type"), ("its view", "view")):
        if answer.get(name):
            wanted = keys if name == "type" else VIEWED
            some = [pairs(one, wanted) for one in expected]
            report.compare_any(case["type"], case["what"], case["given"], who, some, pairs(answer[name], wanted))


# What only functions of the user, and types that are narrower than their schemas, refuse.
OF_TYPES = ["User_invariant_guard", "Exception_raised_in_user_function", "Overflow", "Duplicate_key", "Invalid_utf8"]


def compare_stream(report: Report, case: dict, answer: dict) -> None:
    index, given = case["type"], case["given"]
    for who, name, expected in (("the type", "type", case["streamed"]), ("its arena", "arena", case["arena"])):
        if expected is None or name not in answer:
            continue
        streamed = dict(answer[name])
        agrees(report, case, who, streamed)
        if "error" in expected:
            report.compare(index, "streams", given, Side(who, expected["error"], streamed.get("error")))
            continue
        report.compare(index, "streams", given, Side(who, expected["values"], streamed["values"]))
        end = [streamed.get(key) for key in ("end", "start", "offset")]
        if end not in expected["ends"] and not any(one[0] in OF_TYPES for one in expected["ends"]):
            report.compare(index, "ends of streams", given, Side(who, expected["ends"], end))
        report.compare(index, "streams in time", given, Side(who, False, name == "type" and streamed["late"] or "again" in streamed))


def parsed(expected: dict) -> dict:
    return {**expected, "json": json_of(expected["json"])} if "json" in expected else expected


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main())

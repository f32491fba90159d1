"""Answers questions with pytezos, as ask_taquito.js does with Taquito: `python3 ask_pytezos.py < questions.jsonl > answers.jsonl`.

pytezos parses no operations. `hash` is the hash of an expression, by which a big map finds it.
"""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "cli/forgers"))

from forge_pytezos import forge
from pytezos.michelson.forge import forge_micheline, forge_script_expr, unforge_micheline
from pytezos.michelson.format import micheline_to_michelson
from pytezos.michelson.parse import michelson_to_micheline


def attempt(answer):
    try:
        return {"value": answer()}
    except Exception as error:  # Whatever the library raises is its answer.
        return {"error": f"{type(error).__name__}: {error}"}


def answer_to(question):
    expression, data, text = question["json"], bytes.fromhex(question["hex"]), question.get("text")
    if "hash" not in question:
        return {"forged": attempt(lambda: forge(expression))}
    answer = {
        "forged": attempt(lambda: forge_micheline(expression).hex()),
        "parsed": attempt(lambda: unforge_micheline(data)),
        "hash": attempt(lambda: forge_script_expr(b"\x05" + data)),
    }
    if text is not None:
        answer["printed"] = attempt(lambda: micheline_to_michelson(expression))
        answer["read"] = attempt(lambda: michelson_to_micheline(text))
    return answer


sys.setrecursionlimit(100_000)
for line in sys.stdin:
    print(json.dumps({"pytezos": answer_to(json.loads(line))}))

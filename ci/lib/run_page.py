"""Runs the code in Python of a page, from its first line to its last: `python run_page.py PAGE`."""

import re
import sys
from pathlib import Path

page = Path(sys.argv[1])
text = page.read_text()
names: dict[str, object] = {}
blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S))
assert blocks, f"{page} has no code in Python"
for block in blocks:
    line = text.count("\n", 0, block.start(1))
    exec(compile("\n" * line + block[1], str(page), "exec"), names)
print(f"{page}: {len(blocks)} pieces of code run")

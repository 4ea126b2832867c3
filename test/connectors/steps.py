"""Runs the steps that a test writes, one JSON array in a line, and answers each with a line."""

import json
import sys


def run(handlers):
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(handlers[name](*arguments)), flush=True)

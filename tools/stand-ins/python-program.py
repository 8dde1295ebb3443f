"""Runs a program: python-program.py SETTINGS-AS-JSON PROGRAM [ARGUMENT...]"""

import asyncio
import json
import logging
import os
import runpy
import sys
import traceback

try:
    import pulumi
    import pulumi.runtime
except ImportError as error:
    sys.exit(f"The Pulumi SDK cannot be imported ({error}). Run pip install pulumi.")

# The exit code of a program whose error the engine has shown.
ALREADY_REPORTED = 32


def main(settings: str, program: str, *arguments: str) -> int:
    runtime = pulumi.runtime
    runtime.set_all_config(runtime.get_config_env(), runtime.get_config_secret_keys_env())
    runtime.configure(runtime.Settings(**json.loads(settings)))
    sys.argv = [program, *arguments]
    # A program that fails leaves tasks unfinished, which asyncio would report.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(runtime.run_in_stack(lambda: runpy.run_path(program, run_name="__main__")))
        return 0
    except pulumi.RunError as error:
        pulumi.log.error(str(error))
        return 1
    except Exception:
        pulumi.log.error(f"Program failed with an unhandled exception:\n{traceback.format_exc()}")
        return ALREADY_REPORTED


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads of gRPC can be running.
    os._exit(code)

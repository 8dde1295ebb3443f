import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../provider/core/schema/json'
import { onPath } from '../../tools/pulumi/paths'

/** Modules that stand for Pulumi's SDK and the generated one: at the end, the program prints its resources. */
const modules = {
  pulumi: `
class Config:
    def require_secret(self, key): return {"secret": key}
`,
  pulumi_trueup: `
import atexit, json, re
declared = []
def camel(name): return re.sub("_([a-z])", lambda match: match[1].upper(), name)
def fields(value):
    if isinstance(value, list): return [fields(one) for one in value]
    if isinstance(value, dict): return {camel(name): fields(one) for name, one in value.items()}
    return value
def __getattr__(kind):
    def declare(resource_name, **args):
        items = {"items": {key: fields(one) for key, one in args.pop("items").items()}} if "items" in args else {}
        declared.append({"type": "trueup:index:" + kind, "name": resource_name, "args": {**fields(args), **items}})
    return declare
atexit.register(lambda: print(json.dumps(declared)))
`,
}

/** Path of Python, unless it is not installed. */
export const python = onPath('python3').at(0)

/** The resources of an exported program in Python, by running it. @throws Error if it fails. */
export function declaredInPython(folder: string): { type: string; name: string; args: Json }[] {
  const stubs = mkdtempSync(join(tmpdir(), 'trueup-python-'))
  try {
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(stubs, `${name}.py`), text)
    const env = { PYTHONPATH: stubs, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }
    const { stdout, stderr } = spawnSync(python!, [join(folder, '__main__.py')], { env, encoding: 'utf8' })
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout) as ReturnType<typeof declaredInPython>
  } finally {
    rmSync(stubs, { recursive: true })
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { parse } from 'yaml'
import type { Item } from '../../provider/components/items'
import { Problems } from '../../provider/components/problems'
import { validateProjects } from '../../provider/components/validate-projects'
import { plainEntries } from '../../provider/components/yaml-tree'
import type { Json } from '../../provider/core/schema/json'
import { nameOfSetting } from '../../provider/core/schema/setting'
import { declaredInGo } from './exported-go'
import { declaredInPython } from './exported-python'

/** A resource that an exported program declares. Secrets of the configuration are `{ secret: key }`. */
interface ExportedResource {
  name: string
  args: Json
}

/** The resources of an exported program in TypeScript, by running it. Those of files that `fromYaml` reads are included. */
function declaredInTypeScript(folder: string): ExportedResource[] {
  const declared: ExportedResource[] = []
  const loaded = new Map<string, object>()
  const classOf = (property: string | symbol) => {
    if (property === 'fromYaml') return () => declared.push(...declaredInFiles(folder))
    return class {
      constructor(name: string, args: Json) {
        declared.push({ name, args })
      }
    }
  }
  const trueup = new Proxy({}, { get: (_, property) => classOf(property) })
  const pulumi = {
    Config: class {
      requireSecret = (key: string) => ({ secret: key })
    },
  }
  const load = (file: string): object => {
    const known = loaded.get(file)
    if (known) return known
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    })
    const module = { exports: {} }
    loaded.set(file, module.exports)
    const require = (name: string): unknown => {
      if (name === 'trueup' || name === 'trueup/native') return trueup
      return name === '@pulumi/pulumi' ? pulumi : load(join(dirname(file), `${name}.ts`))
    }
    runInNewContext(outputText, { module, exports: module.exports, require, Object }, { filename: file })
    return module.exports
  }
  load(join(folder, 'index.ts'))
  return declared
}

/** The resources that `fromYaml` declares for the files of an exported program. @throws Error if they are not valid. */
function declaredInFiles(folder: string): ExportedResource[] {
  const problems = new Problems()
  const { projects, groups } = validateProjects(['projects/*.yaml'], folder, problems)
  if (problems.size > 0) throw new Error(problems.toString())
  const plain = ({ fields }: Item) => plainEntries(fields, ({ name }) => ({ secret: name }))
  return [...projects, ...groups].flatMap(({ section: { parentKind, path }, settings }) => [
    ...[...settings.kinds].map(([name, { items }]) => ({
      name: nameOfSetting(path.toLowerCase(), name),
      args: { [parentKind]: path, items: Object.fromEntries([...items].map(([key, item]) => [key, plain(item)])) },
    })),
    ...[...settings.singles].map(([name, item]) => ({
      name: nameOfSetting(path.toLowerCase(), name),
      args: { [parentKind]: path, ...plain(item) },
    })),
  ])
}

/** The resources of an exported program in YAML. */
function declaredInYaml(folder: string): ExportedResource[] {
  const { resources = {} } = parse(readFileSync(join(folder, 'Pulumi.yaml'), 'utf8'), {
    version: '1.1',
    schema: 'yaml-1.1',
  }) as { resources?: Record<string, { name: string; properties: Json }> }
  return Object.values(resources).map(({ name, properties }) => ({
    name: textOf(name),
    args: unescaped(properties) as Json,
  }))
}

const textOf = (value: string): string => value.replaceAll('$$', '$')

/** The values as Pulumi reads them: it also replaces references in keys. */
function unescaped(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, secret] = /^\$\{(\w+)\}$/.exec(value) ?? []
    return secret === undefined ? textOf(value) : { secret }
  }
  if (Array.isArray(value)) return value.map(unescaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [textOf(name), unescaped(one)]))
}

/** The resources of an exported program in any language. */
export async function declaredIn(folder: string): Promise<ExportedResource[]> {
  const has = (file: string) => existsSync(join(folder, file))
  if (has('index.ts')) return declaredInTypeScript(folder)
  if (has('__main__.py')) return declaredInPython(folder)
  return has('main.go') ? declaredInGo(folder) : declaredInYaml(folder)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Output } from '@pulumi/pulumi'
import { setMocks } from '@pulumi/pulumi/runtime/mocks'
import { disconnect } from '@pulumi/pulumi/runtime/settings'
import { runInPulumiStack } from '@pulumi/pulumi/runtime/stack'
import { fromYaml, type ProjectSettings } from '../../../provider'
import { type SetName, setNames, type SingleName, singleNames } from '../../../provider/components/settings'
import { valueOf } from '../../support/output'

/** A resource that a program has registered. */
export interface Registered {
  type: string
  name: string
  inputs: Record<string, unknown>
  provider?: string | undefined
}

/** The sets of a project, and the arguments of its single objects. */
export type DeclaredProject = Partial<Record<SetName, Declared>> & Partial<Record<SingleName, Record<string, unknown>>>

/** The items and the choice of a set. */
export interface Declared {
  items: Record<string, unknown>
  exclusive?: unknown
  retainOnRemove?: unknown
  onConflict?: unknown
}

type Files = Record<string, string | Buffer>

/** Files and the engine as a program of a test meets them: nothing is registered with a service. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'trueup-data-'))
  readonly registered: Registered[] = []

  /** Call this in each test. Forgets the resources of earlier tests. */
  async start(): Promise<void> {
    // Operations of earlier tests end with their own resources.
    await disconnect()
    rmSync(this.folder, { recursive: true })
    mkdirSync(this.folder)
    await setMocks({
      newResource: ({ type, name, inputs, provider }) => {
        this.registered.push({ type, name, inputs: inputs as Registered['inputs'], provider })
        const tokens = type.endsWith('TriggerTokenSet') ? { tokens: { nightly: 'a-token-of-the-service' } } : {}
        return { id: `${name}-id`, state: { ...(inputs as object), ...tokens } }
      },
      call: () => ({}),
    })
    // Programs that come one after another in a process have a stack each.
    await runInPulumiStack(async () => ({}))
    this.registered.length = 0
  }

  end(): void {
    rmSync(this.folder, { recursive: true })
  }

  write(files: Files): void {
    for (const [file, text] of Object.entries(files)) {
      const path = join(this.folder, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, typeof text === 'string' ? dedent(text) : text)
    }
  }

  /** The declared sets and single objects of each project. */
  async declared(files: Files): Promise<Record<string, DeclaredProject>> {
    this.write(files)
    const projects = Object.entries(fromYaml('**/*.{yaml,json}', { cwd: this.folder }))
    const sets = projects.map(async ([path, settings]) => [path, await setsOf(settings)] as const)
    const declared = await Promise.all(sets)
    return Object.fromEntries(declared.map(([path, ofProject]) => [path, { ...ofProject, ...this.singlesOf(path) }]))
  }

  /** The mocks have received these resources, because the caller has waited for their URNs. */
  private singlesOf(path: string): DeclaredProject {
    const singles = singleNames('project').flatMap((name) => {
      const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const { inputs } = this.registered.find((one) => one.name === `${path.toLowerCase()}-${kebab}`) ?? {}
      if (!inputs) return []
      const { project: _, __provider: _text, ...args } = inputs
      return [[name, args] as const]
    })
    return Object.fromEntries(singles)
  }

  /** The errors of files, one per line. The first line has their number. */
  errors(files: Files): string[] {
    this.write(files)
    try {
      fromYaml('**/*.{yaml,json}', { cwd: this.folder })
    } catch (error) {
      return (error as Error).message.split('\n').map((line) => line.trim())
    }
    throw new Error('the files are fine')
  }
}

async function setsOf(settings: ProjectSettings): Promise<Partial<Record<SetName, Declared>>> {
  const sets: Partial<Record<SetName, Declared>> = {}
  const singles = singleNames('project').map((name) => (settings as object as Record<string, unknown>)[name])
  for (const single of singles) if (single) await valueOf((single as { urn: Output<string> }).urn)
  for (const kind of setNames('project')) {
    const set = (settings as object as Record<string, unknown>)[kind] as Record<string, Output<unknown>> | undefined
    if (!set) continue
    const [items, exclusive, retainOnRemove, onConflict] = await Promise.all(
      [set.items, set.exclusive, set.retainOnRemove, set.onConflict].map(async (value) => value && valueOf(value)),
    )
    sets[kind] = {
      items: items as Declared['items'],
      ...(exclusive !== undefined && { exclusive }),
      ...(retainOnRemove !== undefined && { retainOnRemove }),
      ...(onConflict !== undefined && { onConflict }),
    }
  }
  return sets
}

/** Without the indentation that all lines have. */
function dedent(text: string): string {
  const lines = text.replace(/^\n/, '').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(Math.min(indent, /^ */.exec(line)?.[0].length ?? 0))).join('\n')
}

import fc from 'fast-check'
import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import { type Front, fronts } from '../chaos/front'
import { type Declared, type Program, programs, secrets } from '../chaos/program'
import { programText, writeProgram } from '../chaos/program-text'
import { initialState } from '../chaos/service'
import { testNow } from '../support/emulator'
import { plugins } from '../support/plugin'
import { PulumiStack } from '../support/pulumi'
import { times } from '../support/test-run'

const runs = times(3, 300)
const seeds = Array.from({ length: runs }, (_, at) => at + 1)

jest.setTimeout(120_000)

/** Resources with outputs of others, by name. They are declared with the resource that has the output. */
const dependents: Readonly<Record<string, readonly [of: string, declared: Declared]>> = {
  textColor: [
    'bug',
    { type: 'ProjectVariable', args: { project: 'acme/api', key: 'COLOR', value: { $output: ['bug', 'textColor'] } } },
  ],
  trigger: [
    'nightly',
    {
      type: 'ProjectVariable',
      args: { project: 'acme/api', key: 'TRIGGER', value: { $output: ['nightly', 'token'] } },
    },
  ],
  inSite: [
    'site',
    { type: 'Label', args: { project: { $output: ['site', 'pathWithNamespace'] }, name: 'in site', color: 'red' } },
  ],
  inNewSite: [
    'newSite',
    { type: 'Label', args: { project: { $output: ['newSite', 'projectId'] }, name: 'in new site', color: 'red' } },
  ],
  ofTeam: [
    'team',
    { type: 'GroupLabel', args: { group: { $output: ['team', 'fullPath'] }, name: 'of team', color: 'red' } },
  ],
}

/** Without the actions that wait for what the emulator does not complete. */
const withDependents = ({ run: _, move: __, ...program }: Program): Program => ({
  ...program,
  ...Object.fromEntries(
    Object.entries(dependents).flatMap(([name, [of, declared]]) => (program[of] ? [[name, declared]] : [])),
  ),
})

/** What an operation does to each resource that it does not leave as it is, with the paths that differ. */
type Steps = Record<string, string[]>

interface Event {
  op: string
  urn: string
  detailedDiff?: Record<string, unknown> | null
}

/** The output of a preview contains only one step for each replacement. */
const partsOfReplacement = /^(create-replacement|delete-replaced)$/

function stepsOf(events: readonly Event[]): Steps {
  const steps: Steps = {}
  for (const { op, urn, detailedDiff } of events) {
    if (op === 'same' || partsOfReplacement.test(op) || urn.includes('pulumi:pulumi:Stack')) continue
    const name = urn.split('::').slice(2).join('::')
    const paths = Object.keys(detailedDiff ?? {}).filter((path) => path !== '__provider')
    steps[name] = [...(steps[name] ?? []), [op, ...paths.sort()].join(' ')].sort()
  }
  return steps
}

class Stack {
  private constructor(
    private readonly front: Front,
    private readonly emulator: Emulator,
    private readonly stack: PulumiStack,
  ) {}

  static async create(front: Front, base: EmulatorState): Promise<Stack> {
    const emulator = await startEmulator({ flavor: 'gitlab', now: testNow })
    emulator.setState(base)
    const stack = await PulumiStack.create({
      program: programText(front),
      ...(front === 'yaml' ? { language: 'yaml' } : {}),
      ...(front === 'dynamic' ? {} : { plugins }),
      env: {
        TRUEUP_BASE_URL: emulator.url,
        TRUEUP_TOKEN: secrets.token,
        CHAOS_TOKEN: secrets.token,
        TRUEUP_TEST_NOW: testNow,
      },
    })
    return new Stack(front, emulator, stack)
  }

  /** Previews and updates. Returns what each of them says that it does. */
  async update(program: Program): Promise<{ shown: Steps; done: Steps; warned: string; failed: string }> {
    await writeProgram(this.stack, this.front, program, { url: this.emulator.url, reads: false })
    const preview = await this.stack.run('preview', '--json')
    const shown = preview.json as unknown as { steps: Event[]; diagnostics?: { message: string }[] }
    const up = await this.stack.run('up', '--yes', '--skip-preview', '--json')
    const events = up.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map(
        (line) =>
          JSON.parse(line) as {
            resourcePreEvent?: { metadata: Event }
            diagnosticEvent?: { severity: string; message: string }
          },
      )
    const errors = events.flatMap(({ diagnosticEvent: one }) => (one?.severity === 'error' ? [one.message] : []))
    return {
      shown: stepsOf(shown.steps ?? []),
      done: stepsOf(events.flatMap(({ resourcePreEvent }) => (resourcePreEvent ? [resourcePreEvent.metadata] : []))),
      warned: `${preview.code} ${(shown.diagnostics ?? []).map(({ message }) => message).join('\n')}`,
      failed: up.code === 0 ? '' : errors.join('\n'),
    }
  }

  async close(): Promise<void> {
    await this.stack.close()
    await this.emulator.close()
  }
}

describe('a preview of a random program', () => {
  let base: EmulatorState
  beforeAll(async () => {
    base = await initialState('gitlab')
  })

  it.each(seeds.map((seed) => [seed, fronts[seed % fronts.length]!] as const))(
    'shows what the update does: seed %i, front %s',
    async (seed, front) => {
      const [[before, after] = [{}, {}]] = fc.sample(programs, { seed, numRuns: 1 })
      const stack = await Stack.create(front, base)
      try {
        for (const program of [before, after, before]) {
          const { shown, done, warned, failed } = await stack.update(withDependents(program))
          expect({ failed, warned: failed ? warned : '' }).toEqual({ failed: '', warned: '' })
          expect(done).toEqual(shown)
        }
      } finally {
        await stack.close()
      }
    },
  )
})

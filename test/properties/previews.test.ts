import fc from 'fast-check'
import { type Emulator, type EmulatorState, startEmulator } from '../../emulator'
import { type Front, fronts } from '../chaos/front'
import { type Declared, type Program, programs, secrets } from '../chaos/program'
import { programText, writeProgram } from '../chaos/program-text'
import { initialState } from '../chaos/service'
import { times } from '../shared/test-run'
import { testNow } from '../support/emulator'
import { plugins } from '../support/plugin'
import { PulumiStack } from '../support/pulumi'

const runs = times(3, 300)
const seeds = Array.from({ length: runs }, (_, at) => at + 1)

jest.setTimeout(120_000)

/** What a preview says of an update that must fail. */
const warning = /The update would fail|could not check anything in project acme\/misspelled/

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

/** Moves the projects and groups to other paths that both programs declare. */
function withMoves(before: Program, after: Program): Program {
  const moves = ['site', 'newSite', 'newTeam'].flatMap((name): [string, Declared][] => {
    const [one, other] = [before[name], after[name]]
    const isKept = one && other && one.args.project === other.args.project
    return isKept ? [[name, { ...other, args: { ...other.args, path: `moved-${name.toLowerCase()}` } }]] : []
  })
  return { ...after, ...Object.fromEntries(moves) }
}

/** Resources whose creation the service refuses. The preview must warn of each of them. */
const mistakes: readonly Declared[] = [
  { type: 'Label', args: { project: 'acme/web', name: 'others 7', color: 'red' } },
  { type: 'ProjectVariable', args: { project: 'acme/misspelled', key: 'KEY', value: 'x' } },
  { type: 'ProjectMember', args: { project: 'acme/api', user: 'missing', accessLevel: 'developer' } },
  { type: 'ProjectMember', args: { project: 'acme/web', user: 'maintainer', accessLevel: 'guest' } },
  { type: 'Project', args: { project: 'acme/misspelled', description: 'x' } },
  { type: 'Group', args: { group: 'acme/new', create: true, path: 'another' } },
  {
    type: 'ApprovalRule',
    args: { project: 'acme/web', name: 'mistake', approvalsRequired: 1, approvers: [{ user: 'outsider' }] },
  },
  { type: 'ProtectedBranch', args: { project: 'acme/api', name: 'mistake/*', allowedToPush: [{ userId: 7 }] } },
  { type: 'ProtectedTag', args: { project: 'acme/web', name: 'mistake/*', allowedToCreate: [{ groupId: 11 }] } },
]

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
    const name = nameOf(urn)
    const paths = Object.keys(detailedDiff ?? {}).filter((path) => path !== '__provider')
    steps[name] = [...(steps[name] ?? []), [op, ...paths.sort()].join(' ')].sort()
  }
  return steps
}

const nameOf = (urn: string): string => urn.split('::')[3] ?? urn

/**
 * The steps that the update must have: those that the preview shows. An output of a resource that is created or replaced
 * is not known before, so the update can find that it has the former value. After an error, the engine deletes nothing.
 */
function expectedOf({ shown, done, errors }: Outcome): Steps {
  const isNew = (name: string) => shown[name]?.some((step) => /^(create|replace)/.test(step)) ?? false
  const isOmitted = (name: string, steps: readonly string[]) => {
    if (name in done) return false
    const [of] = dependents[name] ?? []
    return (
      (errors !== '' && steps.join() === 'delete') ||
      (of !== undefined && isNew(of) && steps.every((step) => step.startsWith('update')))
    )
  }
  return Object.fromEntries(Object.entries(shown).filter(([name, steps]) => !isOmitted(name, steps)))
}

/** What a preview and the update after it say. */
interface Outcome {
  readonly shown: Steps
  readonly done: Steps
  /** The warnings of the preview, and the errors of the update. */
  readonly warnings: string
  readonly errors: string
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

  /** Previews and updates. An update whose resource fails goes on with the others. */
  async update(program: Program): Promise<Outcome> {
    await writeProgram(this.stack, this.front, program, { url: this.emulator.url, reads: false })
    const preview = await this.stack.run('preview', '--json')
    const shown = preview.json as unknown as { steps: Event[]; diagnostics?: { message: string }[] }
    const up = await this.stack.run('up', '--yes', '--skip-preview', '--continue-on-error', '--json')
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
      warnings: (shown.diagnostics ?? []).map(({ message }) => message).join('\n'),
      errors: up.code === 0 ? '' : errors.join('\n'),
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
      const next = seed % 2 === 0 ? withMoves(before, after) : after
      const mistake = mistakes[seed % (2 * mistakes.length)]
      const stack = await Stack.create(front, base)
      try {
        for (const program of [before, mistake ? { ...next, mistake } : next, mistake ? next : before]) {
          const outcome = await stack.update(withDependents(program))
          const { warnings, errors, done } = outcome
          const fails = 'mistake' in program
          expect({ fails: errors !== '', errors, warnings }).toMatchObject({ fails })
          expect({ fails: warning.test(warnings), warnings }).toMatchObject({ fails })
          if (!fails) expect(warnings).not.toContain('could not check')
          expect(done).toEqual(expectedOf(outcome))
        }
      } finally {
        await stack.close()
      }
    },
  )
})

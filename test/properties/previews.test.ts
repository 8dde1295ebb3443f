import fc from 'fast-check'
import { type Front, fronts } from '../chaos/front'
import { type Declared, type Program, programs } from '../chaos/program'
import { testRun } from '../shared/test-run'
import { type Differences, type Exception, exceptions } from './support/preview-exceptions'
import { type Outcome, PreviewService, PreviewStack, type Steps } from './support/preview-stack'

/** Together, they draw each exception, and a mistake on each front. All seeds draw each exception on each front. */
const usualSeeds = [1, 5, 9, 10, 36, 107]
const seeds = testRun.allCases ? Array.from({ length: 300 }, (_, at) => at + 1) : usualSeeds

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

/**
 * The steps that the update must have: those that the preview shows. An output of a resource that is created or replaced
 * is not known before, so the update can find that it has the former value. After an error, the engine deletes nothing.
 */
function expectedOf({ shown, done, errors }: Outcome, differences: Differences): Steps {
  const isNew = (name: string) => shown[name]?.some((step) => /^(create|replace)/.test(step)) ?? false
  const isOmitted = (name: string, steps: readonly string[]) => {
    if (name in done) return false
    const [of] = dependents[name] ?? []
    return (
      (errors !== '' && steps.join() === 'delete') ||
      (of !== undefined && isNew(of) && steps.every((step) => step.startsWith('update')))
    )
  }
  return Object.fromEntries(
    Object.entries({
      ...shown,
      ...Object.fromEntries(Object.entries(differences).map(([name, { done: steps }]) => [name, steps])),
    }).filter(([name, steps]) => steps.length > 0 && !isOmitted(name, steps)),
  )
}

/** Adds what the preview cannot know to the program of a step, before the resources that may wait for it. */
const withExceptions = (program: Program, drawn: readonly Exception[], step: number): Program =>
  Object.assign({}, program, ...drawn.map(({ declared }) => declared(step))) as Program

/**
 * The exceptions of a seed: half of all, and a quarter of those with a provider, which take longer. At most one of them
 * makes the update fail, and only if no other mistake does.
 */
function exceptionsOf(seed: number, front: Front, hasMistake: boolean): string[] {
  const drawing = fc.record(Object.fromEntries(Object.keys(exceptions).map((name) => [name, fc.nat(3)])))
  const [numbers = {}] = fc.sample(drawing, { seed, numRuns: 1 })
  const isDrawn = (name: string) => numbers[name]! < (exceptions[name]!.hasProvider ? 1 : 2)
  let mayFail = !hasMistake
  return Object.entries(exceptions).flatMap(([name, { fronts: possible = fronts, fails, unlike = [] }]) => {
    if (!isDrawn(name) || !possible.includes(front) || unlike.some(isDrawn)) return []
    if (!fails) return [name]
    if (!mayFail) return []
    mayFail = false
    return [name]
  })
}

function caseOf(seed: number) {
  const front = fronts[seed % fronts.length]!
  const mistake = mistakes[seed % (2 * mistakes.length)]
  return { seed, front, mistake, names: exceptionsOf(seed, front, mistake !== undefined) }
}

describe('a preview of a random program', () => {
  let service: PreviewService
  beforeAll(async () => {
    service = await PreviewService.start()
  })
  afterAll(() => service.close())

  it('draws each exception, and a mistake on each front', () => {
    const cases = seeds.map(caseOf)
    // With all cases, each exception is drawn on each front that can express it.
    const [placeOf, frontsOf] = testRun.allCases
      ? [(name: string, front: Front) => `${name}, ${front}`, (name: string) => exceptions[name]!.fronts ?? fronts]
      : [(name: string) => name, () => fronts]
    const drawn = new Set(cases.flatMap(({ front, names }) => names.map((name) => placeOf(name, front))))
    const all = Object.keys(exceptions).flatMap((name) => frontsOf(name).map((front) => placeOf(name, front)))
    expect(drawn).toEqual(new Set(all))
    expect(new Set(cases.flatMap(({ mistake, front }) => (mistake ? [front] : [])))).toEqual(new Set(fronts))
  })

  it.each(seeds.map(caseOf))(
    'shows what the update does: seed $seed, front $front, except $names',
    async ({ seed, front, mistake, names }) => {
      const drawn = names.map((name) => exceptions[name]!)
      const [[before, after] = [{}, {}]] = fc.sample(programs, { seed, numRuns: 1 })
      const next = seed % 2 === 0 ? withMoves(before, after) : after
      service.reset()
      const stack = await PreviewStack.create(
        front,
        service,
        !testRun.allCases && !drawn.some((one) => one.hasProvider),
      )
      try {
        // The update after one that fails only completes it.
        const completes = mistake !== undefined || drawn.some(({ fails }) => fails)
        const all = [before, mistake ? { ...next, mistake } : next, completes ? next : before]
        for (const [step, program] of all.entries()) {
          if (step === 1) for (const one of drawn) await one.before?.(service)
          const outcome = await stack.update(withExceptions(withDependents(program), drawn, step), async () => {
            if (step === 1) for (const one of drawn) await one.between?.(service)
          })
          const { warnings, errors, done } = outcome
          const isSeen = 'mistake' in program
          const unseen = step === 1 ? drawn.flatMap(({ fails = [] }) => fails) : []
          const fails = isSeen || unseen.length > 0
          expect({ errors, warnings }).toEqual({
            errors: fails ? expect.stringMatching(unseen[0] ?? /./) : '',
            warnings,
          })
          expect({ warns: warning.test(warnings), warnings }).toEqual({ warns: isSeen, warnings })
          if (!isSeen) expect(warnings).not.toContain('could not check')
          const differences = Object.assign({}, ...drawn.map((one) => one.differs?.(step))) as Differences
          for (const [name, { shown }] of Object.entries(differences)) {
            expect({ name, shown: outcome.shown[name] ?? [] }).toEqual({ name, shown })
          }
          expect(done).toEqual(expectedOf(outcome, differences))
          if (!fails) for (const one of drawn) one.after?.(step, service)
        }
      } finally {
        await stack.close()
      }
    },
  )
})

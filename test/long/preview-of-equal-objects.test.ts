import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { type Declared, ProgramEngine, type Update } from '../support/program-engine'

type Program = Readonly<Record<string, Declared>>

/** A kind of which a project can have equal objects. */
interface Sample {
  type: string
  path: string
  item: Json
  /** The body of a request that creates an equal object. */
  body: Json
}

const samples: Sample[] = [
  {
    type: 'FreezePeriod',
    path: 'freeze_periods',
    item: { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' },
    body: { freeze_start: '0 18 * * 5', freeze_end: '0 7 * * 1' },
  },
  { type: 'TriggerToken', path: 'triggers', item: { description: 'nightly' }, body: { description: 'nightly' } },
  {
    type: 'RemoteMirror',
    path: 'remote_mirrors',
    item: { url: 'https://example.com/web.git' },
    body: { url: 'https://example.com/web.git' },
  },
  {
    type: 'ProjectHook',
    path: 'hooks',
    item: { url: 'https://example.com/hook' },
    body: { url: 'https://example.com/hook' },
  },
]

describe.each(samples)('a program with equal objects: $type', ({ type, path, item, body }) => {
  // Newer releases accept a URL only once among the mirrors of a project.
  const emulator = useEmulator({ flavor: 'spec', release: '18.9' })
  const single = (more: Json = {}): Declared => ({
    type,
    args: { project: 'acme/web', ...item, onConflict: 'create', ...more },
  })
  const set = (keys: readonly string[], more: Json = {}): Declared => ({
    type: `${type}Set`,
    args: {
      project: 'acme/web',
      onConflict: 'create',
      items: Object.fromEntries(keys.map((key) => [key, item])),
      ...more,
    },
  })
  const ids = async () => {
    const { body: found } = await emulator.get(`/projects/1/${path}`)
    return (found as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other)
  }
  const made = async () => ((await emulator.post(`/projects/1/${path}`, body)).body as { id: number }).id
  const started = async (program: Program, config: Json = {}) => {
    const engine = new ProgramEngine({
      'trueup:baseUrl': emulator.url,
      'trueup:token': 'emulator-maintainer',
      ...config,
    })
    expect((await engine.up(program)).errors).toEqual([])
    return engine
  }
  /** What the preview and the update after it say. */
  const outcome = async (engine: ProgramEngine, program: Program, options: Pick<Update, 'refresh'> = {}) => {
    const previewed = (await engine.preview(program, options)).join('\n')
    const { errors } = await engine.up(program, options)
    return { previewed, errors: errors.join('\n') }
  }
  const fails = (count: number) => ({
    previewed: expect.stringMatching(/The update would fail: .*already exists?, /) as string,
    errors: expect.stringMatching(new RegExp(`${count} already exist, as many as the program declares`)) as string,
  })
  const succeeds = { previewed: expect.not.stringContaining('would fail') as string, errors: '' }

  const moves: [string, Program, Program][] = [
    ['a set to two resources', { set: set(['a']) }, { one: single(), two: single() }],
    ['a resource to a set', { one: single() }, { set: set(['a', 'b']) }],
    ['a set to another set', { set: set(['a']) }, { other: set(['a', 'b']) }],
    ['a resource to two others', { old: single() }, { one: single(), two: single() }],
    [
      'a set to a new resource and one of another project',
      { set: set(['a']), two: single({ project: 'acme/api' }) },
      { one: single(), two: single() },
    ],
  ]

  describe.each(moves)('move from %s', (_, before, after) => {
    it('fails in an update that cannot know their owner, and its preview says it', async () => {
      const engine = await started(before)
      expect(await outcome(engine, after)).toEqual(fails(2))
      expect(await ids()).toHaveLength(2)
    })

    it('creates the declared number and deletes the old one after a refresh', async () => {
      const engine = await started(before)
      expect(await outcome(engine, after, { refresh: true })).toEqual(succeeds)
      expect(await ids()).toHaveLength(2)
      expect(await engine.up(after)).toEqual({ steps: {}, errors: [] })
    })

    it('keeps the old one if the provider adopts', async () => {
      const engine = await started(before, { 'trueup:onConflict': 'adopt' })
      const had = await ids()
      expect(await outcome(engine, after)).toEqual(succeeds)
      expect(await ids()).toEqual([...had, expect.any(Number)])
      expect(await engine.up(after)).toEqual({ steps: {}, errors: [] })
    })
  })

  it.each([1, 2, 3])('fails if no resource owns them, and its preview says it: %i', async (count) => {
    const engine = await started({})
    for (let at = 0; at < count; at++) await made()
    expect(await outcome(engine, { one: single(), two: single() })).toEqual(fails(Math.max(2, count)))
    expect(await ids()).toHaveLength(Math.max(2, count))
  })

  it('adopts all that a killed update has created in one run if the provider allows it', async () => {
    const engine = await started({}, { 'trueup:onConflict': 'adopt-if-equal' })
    const left = [await made(), await made()]
    const program = { one: single(), two: single() }
    expect(await outcome(engine, program)).toEqual(succeeds)
    expect(await ids()).toEqual(left)
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
  })

  it('adopts none if there are more of them than the program declares', async () => {
    const engine = await started({}, { 'trueup:onConflict': 'adopt' })
    for (let at = 0; at < 3; at++) await made()
    expect(await outcome(engine, { one: single(), two: single() })).toEqual(fails(3))
  })

  it('creates one beside the one that another resource adopts by its id', async () => {
    const engine = await started({})
    const adoptId = await made()
    expect(await outcome(engine, { one: single(), two: single({ adoptId }) })).toEqual(succeeds)
    expect(await ids()).toHaveLength(2)
  })

  it('replaces an item that leaves a set by a resource', async () => {
    const engine = await started({ set: set(['a']) })
    const had = await ids()
    const program = { one: single(), set: set([]) }
    expect(await outcome(engine, program)).toEqual(succeeds)
    expect(await ids()).toEqual([Number(had[0]) + 1])
    expect(await engine.up(program)).toEqual({ steps: {}, errors: [] })
  })
})

describe('a program with equal trigger tokens', () => {
  const emulator = useEmulator({ flavor: 'spec', release: '18.9' })
  const nightly = { description: 'nightly' }
  const single = (more: Json = {}): Declared => ({
    type: 'TriggerToken',
    args: { project: 'acme/web', ...nightly, ...more },
  })
  const setOf = (items: Json): Declared => ({ type: 'TriggerTokenSet', args: { project: 'acme/web', items } })
  const set = (...keys: string[]) => setOf(Object.fromEntries(keys.map((key) => [key, nightly])))
  const weekly = single({ description: 'weekly' })

  /** Whether a preview announces a failure, and whether the update fails. */
  const outcome = async (before: Program, after: Program, others: readonly number[] = []) => {
    const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
    expect((await engine.up(before)).errors).toEqual([])
    for (const project of others) await emulator.post(`/projects/${project}/triggers`, nightly)
    const previewed = (await engine.preview(after)).join('\n')
    const { errors } = await engine.up(after)
    return { announced: previewed.includes('The update would fail'), failed: errors.length > 0, errors, previewed }
  }
  const choices = ['fail', 'adopt', 'adopt-if-equal', 'create']
  const cases = choices.flatMap((one) => choices.flatMap((two) => [0, 1, 2].map((count) => [one, two, count] as const)))

  it.each(cases)('fails in an update exactly if its preview says it: with %s and %s beside %i', async (...args) => {
    const [one, two, count] = args
    const items = { a: { ...nightly, onConflict: one }, b: { ...nightly, onConflict: two } }
    const programs: Program[] = [
      { one: single({ onConflict: one }), two: single({ onConflict: two }) },
      { set: { type: 'TriggerTokenSet', args: { project: 'acme/api', items } } },
    ]
    for (const [at, program] of programs.entries()) {
      const { announced, ...result } = await outcome({}, program, Array<number>(count).fill(at + 1))
      expect({ announced, ...result }).toMatchObject({ failed: announced })
    }
  })

  it.each<[string, boolean, Program, Program]>([
    ['declares another one', true, { one: single() }, { one: single(), two: single() }],
    ['declares another one before', true, { one: single() }, { two: single({ onConflict: 'adopt' }), one: single() }],
    ['declares another one in a set', true, { one: single() }, { two: set('a'), one: single() }],
    ['declares another one beside a set', true, { set: set('a') }, { two: single(), set: set('a') }],
    ['adds another item', true, { set: set('a') }, { set: set('a', 'b') }],
    ['moves an item to a resource that does not adopt it', true, { set: set('a') }, { one: single(), set: setOf({}) }],
    ['renames the old one', false, { one: single() }, { two: single(), one: weekly }],
    ['renames the old one later', false, { one: single() }, { two: single({ onConflict: 'adopt' }), one: weekly }],
    ['renames an item', false, { set: set('a') }, { set: setOf({ a: { description: 'weekly' }, b: nightly }) }],
    ['swaps two', false, { one: single(), two: weekly }, { two: single(), one: weekly }],
    ['moves the old one to another project', false, { one: single() }, { two: single(), one: single({ project: 2 }) }],
  ])('fails in an update exactly if its preview says it: it %s', async (_, fails, before, after) => {
    expect(await outcome(before, after)).toMatchObject({ announced: fails, failed: fails })
  })
})

describe('a program with a label of which its resource moves to another project', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })

  it('has no failure in its preview, and none in its update', async () => {
    const label = (project: string): Declared => ({ type: 'Label', args: { project, name: 'equal', color: 'red' } })
    const engine = new ProgramEngine({ 'trueup:baseUrl': emulator.url, 'trueup:token': 'emulator-maintainer' })
    expect((await engine.up({ one: label('acme/web') })).errors).toEqual([])
    const after = { two: label('acme/web'), one: label('acme/api') }
    expect((await engine.preview(after)).join('\n')).not.toContain('would fail')
    expect((await engine.up(after)).errors).toEqual([])
  })
})

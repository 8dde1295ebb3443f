import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fronts, textOf } from '../e2e/support/fronts'
import { label, labelSet, provider, useHandOverStack } from '../e2e/support/hand-over-stack'
import { plugins } from '../support/plugin'
import { expectOk, lazyModules } from '../support/pulumi'

jest.setTimeout(180_000)

const noProc = join(__dirname, '..', 'support', 'no-proc.cjs')

/** Labels of two providers and a set. */
const everything = (url: string) => ({
  other: provider(url),
  one: label('one'),
  two: label('two', { provider: 'other' }),
  all: labelSet(['three', 'four']),
})

describe.each(fronts)('deletions that the user wants, with the front %s', (front) => {
  const used = useHandOverStack(front)
  const deploy = async () => expectOk(await used.up(everything(used.emulator.url)))
  const expectNoLabels = async () => expect(await used.labels()).toEqual({})

  it('destroys a stack without its program', async () => {
    await deploy()
    expectOk(await used.stack.destroy())
    await expectNoLabels()
  })

  it('destroys a stack with its program', async () => {
    await deploy()
    expectOk(await used.stack.destroy({ runProgram: true }))
    await expectNoLabels()
  })

  it('destroys single resources', async () => {
    await deploy()
    const target = ['--target', '**Label::one', '--target', '**Label::two']
    expectOk(await used.stack.run('destroy', '--yes', '--skip-preview', ...target))
    expect(Object.keys(await used.labels()).sort()).toEqual(['four', 'three'])
  })

  it('deletes nothing in a refresh', async () => {
    await deploy()
    const labels = await used.labels()
    await used.api.labels.delete(1, labels.one!)
    expectOk(await used.stack.refresh())
    expectOk(await used.stack.refresh({ runProgram: true }))
    const { one, ...others } = labels
    expect(one).toBeDefined()
    expect(await used.labels()).toEqual(others)
  })

  it('deletes resources and items that leave the program', async () => {
    await deploy()
    const { other, one } = everything(used.emulator.url)
    expectOk(await used.up({ other, one, all: labelSet(['three']) }))
    expect(Object.keys(await used.labels()).sort()).toEqual(['one', 'three'])
    // The last resources of the package.
    expectOk(await used.up({}))
    await expectNoLabels()
  })

  it('deletes all resources if the program has none of this package', async () => {
    await deploy()
    await used.stack.setProgram(front === 'yaml' ? 'outputs: { nothing: here }\n' : 'exports.nothing = "here"')
    expectOk(await used.stack.up({ preview: true }))
    await expectNoLabels()
  })

  it('deletes on a system without /proc, also when a label moves', async () => {
    used.stack.setEnv({ NODE_OPTIONS: `--require ${lazyModules} --require ${noProc}` })
    await deploy()
    const { two } = await used.labels()
    expectOk(await used.up({ other: provider(used.emulator.url), all: labelSet(['two'], { provider: 'other' }) }))
    expect(await used.labels()).toEqual({ two })
    expectOk(await used.stack.destroy())
    await expectNoLabels()
    used.stack.setEnv({ NODE_OPTIONS: `--require ${lazyModules}` })
  })

  // As in the pods of Pulumi's Kubernetes operator: each update has its own process numbers, and /tmp can be shared.
  const hasNamespaces = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
  const inPods = hasNamespaces ? it : it.skip
  inPods('deletes in containers with the same process numbers', async () => {
    const up = async (program: ReturnType<typeof everything> | Record<string, never>) => {
      await used.stack.setProgram(textOf(front, program))
      const { cwd, env } = used.stack.place
      const args = ['--pid', '--fork', '--mount-proc', 'pulumi', 'up', '--yes', '--skip-preview', '--non-interactive']
      const child = spawn('unshare', args, { cwd, env, stdio: 'pipe' })
      const output: string[] = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
      const [code] = (await once(child, 'close')) as [number]
      if (code !== 0) throw new Error(output.join(''))
    }
    await up(everything(used.emulator.url))
    expect(Object.keys(await used.labels())).toHaveLength(4)
    await up({})
    await expectNoLabels()
  })
})

describe.each(['package', 'yaml'] as const)('two engines at the same time, with the front %s', (front) => {
  const [one, two] = [useHandOverStack(front), useHandOverStack(front)]

  it('deletes the objects of both stacks', async () => {
    await Promise.all([one, two].map(async (used) => expectOk(await used.up(everything(used.emulator.url)))))
    const third = { third: label('third') }
    await Promise.all([one.up(third), two.up(third)].map(async (result) => expectOk(await result)))
    expect([Object.keys(await one.labels()), Object.keys(await two.labels())]).toEqual([['third'], ['third']])
    await Promise.all([one, two].map(async ({ stack }) => expectOk(await stack.destroy())))
    expect([await one.labels(), await two.labels()]).toEqual([{}, {}])
  })
})

describe.each(['native', 'yaml'] as const)('a plugin that the engine attaches to, with the front %s', (front) => {
  let plugin: ChildProcess | undefined
  const used = useHandOverStack(front)
  const stop = async () => {
    if (!plugin) return
    const ended = once(plugin, 'exit')
    plugin.kill()
    await ended
  }
  const restart = async () => {
    await stop()
    plugin = spawn(join(plugins.trueup, 'pulumi-resource-trueup'), { stdio: ['ignore', 'pipe', 'inherit'] })
    const [port] = (await once(plugin.stdout!, 'data')) as [Buffer]
    used.stack.setEnv({ PULUMI_DEBUG_PROVIDERS: `trueup:${String(port).trim()}` })
  }
  beforeEach(restart)
  afterAll(stop)

  it('serves previews, updates and destroys one after the other, and can be started again', async () => {
    expectOk(await used.up({ one: label('one'), all: labelSet(['two', 'three']) }))
    const { two } = await used.labels()
    // The label moves, and the next update must not believe what the preview has recorded.
    await used.stack.setProgram(textOf(front, { one: label('one'), all: labelSet(['three']), two: label('two') }))
    expectOk(await used.stack.up({ preview: true }))
    expect(await used.labels()).toMatchObject({ two })
    await restart()
    await used.stack.setProgram(textOf(front, { all: labelSet(['three']) }))
    expectOk(await used.stack.up({ preview: true }))
    expect(Object.keys(await used.labels())).toEqual(['three'])
    expectOk(await used.stack.destroy())
    expect(await used.labels()).toEqual({})
  })

  it('knows from the preview which resources follow a set that gives up their objects', async () => {
    expectOk(await used.up({ all: labelSet(['two', 'three']) }))
    const { two } = await used.labels()
    const moved = { all: labelSet(['three']), two: label('two', { dependsOn: ['all'] }) }
    await used.stack.setProgram(textOf(front, moved))
    expectOk(await used.stack.up({ preview: true }))
    expect(await used.labels()).toMatchObject({ two })
  })
})

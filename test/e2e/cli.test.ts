import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPulumi } from '../../tools/pulumi'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'

jest.setTimeout(60_000)

const stacks: PulumiStack[] = []

async function create(options: StackOptions): Promise<PulumiStack> {
  const stack = await PulumiStack.create(options)
  stacks.push(stack)
  return stack
}

afterEach(() => Promise.all(stacks.splice(0).map((stack) => stack.close())))

/** A dynamic resource whose provider is the project's own file `thing.js`. */
const program = (size: number): string => `
const pulumi = require('@pulumi/pulumi/resource')
class Thing extends pulumi.CustomResource {
  constructor(name, args) {
    super('pulumi-nodejs:dynamic/probe:Thing', name, {
      ...args,
      __provider: 'exports.handler=()=>require("./thing.js").provider()',
    })
  }
}
new Thing('thing', { size: ${size} })
`

/** Keeps its one object in a file, so that what happened to it can be looked at from outside. */
const thing = `
const fs = require('node:fs')
const write = (value) => fs.writeFileSync(process.env.THING_FILE, JSON.stringify(value))
const values = ({ __provider, ...inputs }) => inputs
exports.provider = () => ({
  async diff(id, olds, news) { return olds.size === news.size ? { changes: false } : {} },
  async create(inputs) { write(values(inputs)); return { id: 'the-thing', outs: values(inputs) } },
  async update(id, olds, news) { write(values(news)); return { outs: values(news) } },
  async read(id, props) {
    const live = JSON.parse(fs.readFileSync(process.env.THING_FILE))
    return { id, props: { ...props, ...live }, inputs: live }
  },
  async delete() { fs.rmSync(process.env.THING_FILE) },
})
`

describe('the pulumi CLI that was found or built', () => {
  test('is recent enough, knows its version and finds its language host without a warning', async () => {
    const pulumi = await findPulumi()
    expect(pulumi.version).toMatch(/^3\.(2[5-9]\d|[3-9]\d\d)\./)
    expect(pulumi.env.PATH.split(':')[0]).toBe(pulumi.binDir)

    const stack = await create({ program: '' })
    const version = expectOk(await stack.run('version'))
    expect(version.stdout.trim()).toBe(`v${pulumi.version}`)
    const preview = expectOk(await stack.preview())
    expect(preview.stdout + preview.stderr).not.toContain('$PATH')
  })

  test('takes a dynamic resource through its whole life', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'thing-'))
    const file = join(elsewhere, 'thing.json')
    try {
      const stack = await create({ program: program(1), env: { THING_FILE: file } })
      await stack.write('thing.js', thing)
      expectOk(await stack.up())
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ size: 1 })
      expectOk(await stack.preview({ expectNoChanges: true }))

      await stack.setProgram(program(2))
      const preview = expectOk(await stack.preview({ json: true }))
      expect(preview.json.changeSummary).toEqual({ same: 1, update: 1 })
      expect(preview.json.steps?.find(({ op }) => op === 'update')?.detailedDiff).toEqual({
        size: { kind: 'update', inputDiff: true },
      })
      expectOk(await stack.up())
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ size: 2 })

      expectOk(await stack.refresh({ expectNoChanges: true }))
      const { deployment } = await stack.export()
      expect(deployment.resources?.find(({ id }) => id === 'the-thing')?.inputs).toMatchObject({ size: 2 })

      expectOk(await stack.destroy())
      await expect(readFile(file)).rejects.toThrow('ENOENT')
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })

  test('gives a program its configuration, keeps the secret part encrypted and the environment of the developer away', async () => {
    process.env['TRUEUP_TOKEN'] = 'of the developer'
    try {
      const stack = await create({
        program: `
          const { Config } = require('@pulumi/pulumi/config')
          const config = new Config()
          exports.seen = [config.require('colour'), process.env.TRUEUP_TOKEN ?? 'nothing'].join(' ')
          exports.hidden = config.requireSecret('hidden')`,
        config: { colour: 'red' },
        secretConfig: { hidden: 'correct horse' },
      })
      expectOk(await stack.up())
      expect(JSON.parse(expectOk(await stack.run('stack', 'output', '--json')).stdout)).toEqual({
        seen: 'red nothing',
        hidden: '[secret]',
      })
      expect(JSON.stringify(await stack.export())).not.toContain('correct horse')
      expect(JSON.stringify(await stack.export({ showSecrets: true }))).toContain('correct horse')
    } finally {
      delete process.env['TRUEUP_TOKEN']
    }
  })

  test('runs a TypeScript program, and names file and line when its types are wrong', async () => {
    const stack = await create({
      typescript: true,
      program: `export const answer: number = [40, 2].reduce((sum, item) => sum + item) satisfies number`,
    })
    expectOk(await stack.up())
    expect(expectOk(await stack.run('stack', 'output', 'answer')).stdout.trim()).toBe('42')

    await stack.setProgram(`export const answer: number = 'forty-two'`)
    const wrong = await stack.preview()
    expect(wrong.code).not.toBe(0)
    expect(wrong.stdout).toMatch(/index\.ts.1[,:]14.*TS2322/s)
  })

  test('runs an ES module', async () => {
    const stack = await create({ program: `export const answer = await Promise.resolve(42)` })
    await stack.write('package.json', JSON.stringify({ name: 'test', type: 'module' }))
    expectOk(await stack.up())
    expect(expectOk(await stack.run('stack', 'output', 'answer')).stdout.trim()).toBe('42')
  })

  test('shows the error of a failing program and fails itself', async () => {
    // Thrown some calls deep: Node 20.20 takes half a minute to print a stack that reaches the SDK's resource.ts.
    const program = `
      const fail = () => { throw new Error('the program gave up') }
      const work = () => fail()
      console.log('as far as here')
      work()`
    const stack = await create({ program })
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(result.stdout).toContain('as far as here')
    expect(result.stdout).toContain('the program gave up')
    expect(() => expectOk(result)).toThrow('the program gave up')
  })

  test('runs stacks side by side that know nothing of each other', async () => {
    const texts = ['one', 'two']
    const both = await Promise.all(texts.map((text) => create({ program: `exports.text = '${text}'` })))
    for (const result of await Promise.all(both.map((stack) => stack.up()))) expectOk(result)
    const outputs = await Promise.all(both.map((stack) => stack.run('stack', 'output', 'text')))
    expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(texts)
  })
})

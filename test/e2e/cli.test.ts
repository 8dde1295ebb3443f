import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPulumi } from '../../tools/pulumi'
import { expectOk, PulumiStack, type StackOptions } from '../support/pulumi'

jest.setTimeout(60_000)

/** A dynamic resource with the provider in the project's file `thing.js`, and the configuration of the program. */
const program = (size: number): string => `
const { Config } = require('@pulumi/pulumi/config')
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
const config = new Config()
exports.seen = [config.require('colour'), process.env.TRUEUP_TOKEN ?? 'nothing'].join(' ')
exports.hidden = config.requireSecret('hidden')
`

/** Stores its object in a file, so that tests can read it. */
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
  const stacks: PulumiStack[] = []
  const create = async (options: StackOptions) => {
    const stack = await PulumiStack.create(options)
    stacks.push(stack)
    return stack
  }
  let elsewhere: string
  let stack: PulumiStack

  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'thing-'))
    process.env['TRUEUP_TOKEN'] = 'of the developer'
    try {
      stack = await create({
        program: program(1),
        config: { colour: 'red' },
        secretConfig: { hidden: 'correct horse' },
        env: { THING_FILE: join(elsewhere, 'thing.json') },
      })
    } finally {
      delete process.env['TRUEUP_TOKEN']
    }
    await stack.write('thing.js', thing)
  })
  afterAll(async () => {
    await Promise.all(stacks.map((one) => one.close()))
    await rm(elsewhere, { recursive: true })
  })

  /** The stored object of the resource. */
  const outside = async () => JSON.parse(await readFile(join(elsewhere, 'thing.json'), 'utf8')) as unknown

  test('finds a recent CLI that knows its version and its language host', async () => {
    const pulumi = await findPulumi()
    expect(pulumi.version).toMatch(/^3\.(2[5-9]\d|[3-9]\d\d)\./)
    expect(pulumi.env.PATH.split(':')[0]).toBe(pulumi.binDir)

    const version = expectOk(await stack.run('version'))
    expect(version.stdout.trim()).toBe(`v${pulumi.version}`)
    const up = expectOk(await stack.up())
    expect(up.stdout + up.stderr).not.toContain('$PATH')
    expect(await outside()).toEqual({ size: 1 })
  })

  test('passes configuration to a program, encrypts secrets, and hides the environment of the developer', async () => {
    expect(JSON.parse(expectOk(await stack.run('stack', 'output', '--json')).stdout)).toEqual({
      seen: 'red nothing',
      hidden: '[secret]',
    })
    expect(JSON.stringify(await stack.export())).not.toContain('correct horse')
    expect(JSON.stringify(await stack.export({ showSecrets: true }))).toContain('correct horse')
  })

  test('shows the error of a failing program and fails', async () => {
    // Thrown some calls deep: Node 20.20 takes half a minute to print a stack that reaches the SDK's resource.ts.
    await stack.setProgram(`
      const fail = () => { throw new Error('the program gave up') }
      const work = () => fail()
      console.log('as far as here')
      work()`)
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(result.stdout).toContain('as far as here')
    expect(result.stdout).toContain('the program gave up')
    expect(() => expectOk(result)).toThrow('the program gave up')
  })

  test('creates, updates, reads and deletes a dynamic resource', async () => {
    await stack.setProgram(program(2))
    const preview = expectOk(await stack.preview({ json: true }))
    expect(preview.json.changeSummary).toEqual({ same: 1, update: 1 })
    expect(preview.json.steps?.find(({ op }) => op === 'update')?.detailedDiff).toEqual({
      size: { kind: 'update', inputDiff: true },
    })
    expectOk(await stack.up())
    expect(await outside()).toEqual({ size: 2 })
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    const { deployment } = await stack.export()
    expect(deployment.resources?.find(({ id }) => id === 'the-thing')?.inputs).toMatchObject({ size: 2 })

    expectOk(await stack.destroy())
    await expect(outside()).rejects.toThrow('ENOENT')
  })

  test('runs a TypeScript program and an ES module concurrently, without effects on each other', async () => {
    const [typed, module] = await Promise.all([
      create({
        typescript: true,
        // A type check takes seconds, and the test below has one.
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: 'true' },
        program: `export const value: number = [40, 2].reduce((sum, item) => sum + item) satisfies number`,
      }),
      create({ program: `export const value = await Promise.resolve('of a module')` }),
    ])
    await module.write('package.json', JSON.stringify({ name: 'test', type: 'module' }))
    const ups = await Promise.all([typed.up(), module.up()])
    const outputs = await Promise.all([typed, module].map((one) => one.run('stack', 'output', 'value')))
    for (const result of [...ups, ...outputs]) expectOk(result)
    expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(['42', 'of a module'])
  })

  test('names the file and line of a type error in a TypeScript program', async () => {
    const typed = await create({ typescript: true, program: `export const value: number = 'forty-two'` })
    const wrong = await typed.preview()
    expect(wrong.code).not.toBe(0)
    expect(wrong.stdout).toMatch(/index\.ts.1[,:]14.*TS2322/s)
  })
})

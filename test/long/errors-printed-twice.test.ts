import { type Emulator, startEmulator } from '../../emulator'
import { costlyFronts, type Front, stackOptions, textOf } from '../e2e/support/fronts'
import { PulumiStack, type Result, said } from '../support/pulumi'

jest.setTimeout(120_000)

describe.each(costlyFronts('package'))('errors of resources, with the front %s', (front: Front) => {
  let emulator: Emulator
  let stack: PulumiStack
  const program = (color: string) =>
    textOf(front, { bug: { type: 'Label', args: { project: 'acme/web', name: 'bug', color } } })

  beforeAll(async () => {
    emulator = await startEmulator()
    stack = await PulumiStack.create({
      program: program('red'),
      ...stackOptions(front),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
    expect((await stack.up()).code).toBe(0)
    await stack.setProgram(program('blue'))
  })
  afterEach(() => {
    emulator.clearFaults()
    stack.setEnv({ TRUEUP_TOKEN: 'emulator-owner' })
  })
  afterAll(async () => {
    await stack?.close()
    await emulator.close()
  })

  const failing = (method: string) => emulator.fault({ method, status: 403, times: 9, body: { message: 'Not today' } })

  /** The diagnostics at the end of the output. */
  const diagnostics = (result: Result): string => {
    expect(result.code).not.toBe(0)
    return said(result).split('Diagnostics:')[1] ?? ''
  }

  /** Only the provider for dynamic resources prints a line at the stack, except when it creates or updates. */
  const atStack = (text: string, operation: string) =>
    expect([...text.matchAll(/^ *trueup: .*$/gm)].map(([line]) => line.trim())).toEqual(
      front === 'package' ? [`trueup: label "bug" of acme/web was not ${operation}`] : [],
    )

  it.each([
    ['read', 'GET', () => stack.refresh()],
    ['deleted', 'DELETE', () => stack.destroy()],
  ] as const)('prints once why a label was not %s', async (operation, method, run) => {
    failing(method)
    const text = diagnostics(await run())
    expect(text.match(/Not today/g)).toHaveLength(1)
    atStack(text, operation)
  })

  it('prints once why a label was not updated', async () => {
    failing('PUT')
    const text = diagnostics(await stack.up())
    expect(text.match(/Not today/g)).toHaveLength(1)
    expect(text).not.toContain('trueup: label')
  })

  it('prints once why a label was not compared', async () => {
    stack.setEnv({ TRUEUP_TOKEN: 'two words' })
    const text = diagnostics(await stack.preview())
    expect(text.match(/line break/g)).toHaveLength(1)
    atStack(text, 'compared')
  })
})

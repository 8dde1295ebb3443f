import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { providerText } from '../../provider/core/resource'
import { provider } from '../../provider/runtime'

/** The texts that releases wrote into states. They are never taken out of this list. */
const released = ['exports.handler=()=>require("trueup/runtime").provider("label")']

it.each(released)('understands what a state of an earlier release says: %s', (text) => {
  // As Pulumi does it: the text is a module that lives in the program's folder.
  const program = resolve(__dirname, '..', '..', 'examples', 'quickstart')
  const exports: { handler?: () => object } = {}
  new Function('exports', 'require', text)(exports, createRequire(join(program, 'noop.js')))
  for (const verb of ['configure', 'check', 'diff', 'create', 'read', 'update', 'delete']) {
    expect(exports.handler?.()).toHaveProperty(verb, expect.any(Function))
  }
})

it('writes a text that is among the released ones', () => {
  expect(released).toContain(providerText('label'))
})

it.each(['nope', '', 'Label', '../label', 'core/check', 'index', 'runtime'])('knows no kind %p', (kind) => {
  expect(() => provider(kind)).toThrow(/knows no resource/)
})

it('gives errors without a stack, which Pulumi would print', async () => {
  const host = provider('label')
  await host.configure?.({ config: { get: () => undefined, require: () => '' } } as never)
  const token = process.env.TRUEUP_TOKEN
  delete process.env.TRUEUP_TOKEN
  const error: unknown = await host
    .create({ project: 1, name: 'a', color: '#FF0000' })
    .catch((thrown: unknown) => thrown)
  if (token !== undefined) process.env.TRUEUP_TOKEN = token
  expect(error).toMatchObject({ message: expect.stringMatching(/no access token/) as string, stack: '' })
})

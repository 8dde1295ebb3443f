import { UNKNOWN } from '../../../provider/core/schema/unknown'
import type { Suite } from './suite'

export function checkTests({ definition, cases, emulator, engine, deployed }: Suite): void {
  const { args, refused } = cases
  const { input, replaceOn } = definition

  it.each(Object.keys(args))('accepts an unknown %s and previews the possible change', async (name) => {
    const stack = await deployed()
    const step = replaceOn.includes(name) ? 'replace' : 'update'
    expect(await stack.preview({ ...args, [name]: UNKNOWN })).toEqual({ step, changed: [name] })
    expect(emulator.requests()).toEqual([])
    expect(await stack.checked({}, { ...args, [name]: UNKNOWN })).toMatchObject({ [name]: UNKNOWN })
  })

  it.each(refused)('rejects %s %p before any request', async (name, value, reason) => {
    await expect(engine().up({ ...args, [name]: value })).rejects.toThrow(reason)
    expect(emulator.requests()).toEqual([])
  })

  const required = Object.keys(input).filter((name) => !input[name]?.optional)
  it.each(required)('requires %s', async (name) => {
    const { [name]: _, ...rest } = args
    await expect(engine().up(rest)).rejects.toThrow(new RegExp(`${name} is required`))
  })

  it('suggests the right name for a misspelled argument', async () => {
    await expect(engine().up({ ...args, [`${required[0]}s`]: 1 })).rejects.toThrow(
      new RegExp(`did you mean ${required[0]}`),
    )
  })
}

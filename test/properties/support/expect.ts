import type { Json } from '../../../provider/core/schema/json'
import type { TestResponse } from '../../support/emulator'
import type { Target, Values } from '../arbitraries/cases'
import type { World } from './property'
import type { Stack } from './stack'

/** Nothing is left to do. */
export async function expectQuiet(stack: Stack, args: Json): Promise<void> {
  expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
}

/** Expects exactly the declared object on the service. Objects that cannot be deleted can be left. */
export async function expectLive({ cases, emulator, objects }: World, values: Values): Promise<void> {
  const found = (await objects(values)).map((live) => ({ ...values, ...cases.seen(live, emulator) }))
  if (cases.definition.api.delete) expect(found).toEqual([values])
  else expect(found).toContainEqual(values)
}

/** The only object, for another user. */
export async function targetOf({ cases, emulator, objects }: World, values: Values): Promise<Target> {
  const [live, ...others] = await objects(values)
  if (!live || others.length > 0) throw new Error(`there is not one object, but ${live ? others.length + 1 : 'none'}`)
  return { emulator, live, path: cases.path(values, live), values }
}

/** Waits for a request of another user and expects that it succeeded. */
export async function done(work: unknown): Promise<void> {
  const response = (await work) as TestResponse | undefined
  if (response && response.status >= 300) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`)
}

import fc from 'fast-check'
import { label } from '../../../provider/resources/label'
import type { Flavor } from '../../support/conforms'
import { cases, optional, plain } from './cases'
import { labelFields } from './label-fields'
import { project } from './reference'
import { pick } from './style'

interface Label {
  project: number
  name: string
  color: string
  description: string | null
  priority: number | null
}

export const labelCases = (flavor: Flavor) =>
  cases<Label>({
    definition: label,
    // The flavor of the specification cannot archive labels.
    skipped: { archived: 'test/resources/label-archived.test.ts' },
    arguments: {
      project,
      ...labelFields,
      priority: optional(
        plain(fc.oneof(fc.constantFrom(null, 0), fc.nat(20), fc.integer({ min: 0, max: 2 ** 31 - 1 }))),
        null,
      ),
    },
    collection: (values) => `/projects/${values.project}/labels`,
    path: (values, live) => `/projects/${values.project}/labels/${String(live.id)}`,
    seen: ({ name, color, description, priority }) =>
      ({ name, color: String(color).toUpperCase(), description: description || null, priority }) as Label,
    drift: {
      name: ({ emulator, path }, new_name) => emulator.put(path, { new_name }, { as: 'root' }),
      // A spelling of another user: the service keeps the spelling of hex digits.
      color: ({ emulator, path }, digits, style) =>
        emulator.put(path, { color: pick(style, [digits, digits.toLowerCase()]) }, { as: 'root' }),
      description: ({ emulator, path, live }, text, style) => {
        const description = text ?? pick(style, [null, ''])
        return emulator.put(path, { description, ...also(flavor, live.color) }, { as: 'root' })
      },
      priority: ({ emulator, path, live }, priority) =>
        emulator.put(path, { priority, ...also(flavor, live.color) }, { as: 'root' }),
    },
    noise: ({ emulator, path }) => emulator.post(`${path}/subscribe`),
  })

/** By the specification, each update contains the name or the color. */
const also = (flavor: Flavor, color: unknown) => (flavor === 'spec' ? { color } : {})

import colorNames from 'color-name'
import fc from 'fast-check'
import { label } from '../../../provider/resources/label'
import type { Flavor } from '../../support/conforms'
import { type Argument, cases, optional, plain } from './cases'
import { project } from './reference'
import { anyCase, padded, pick } from './style'
import { texts } from './text'

interface Label {
  project: number
  name: string
  color: string
  description: string | null
  priority: number | null
}

const stripped = (text: string) => text.replace(/^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g, '')

const title: Argument<string> = {
  values: texts(255)
    .map((text) => stripped(text.replaceAll(',', '.')))
    // A title of nothing but Unicode blanks is blank to the service as well.
    .filter((text) => text.trim() !== ''),
  write: padded,
}

const hex = ([red, green, blue]: readonly number[]) =>
  `#${[red, green, blue].map((part = 0) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
const names = Object.entries(colorNames).map(([name, rgb]) => [name, hex(rgb)] as const)

const color: Argument<string> = {
  values: fc.oneof(
    fc.constantFrom(...names.map(([, digits]) => digits)),
    fc.stringMatching(/^#[0-9A-F]{6}$/),
    fc.stringMatching(/^#[0-9A-F]{3}$/).map((short) => short.replace(/[0-9A-F]/g, '$&$&')),
  ),
  write: (digits, style) => {
    const short = /^#(.)\1(.)\2(.)\3$/.exec(digits)
    const written = [
      digits,
      ...names.filter(([, named]) => named === digits).map(([name]) => name),
      ...(short ? [`#${short.slice(1).join('')}`] : []),
    ]
    return padded(anyCase(pick(style, written), style >> 2), style % 7 === 3 ? style >> 3 : 0)
  },
}

export const labelCases = (flavor: Flavor) =>
  cases<Label>({
    definition: label,
    arguments: {
      project,
      name: title,
      color,
      description: optional(
        plain(
          fc.oneof(
            { weight: 20, arbitrary: fc.constant(null) },
            { weight: 100, arbitrary: texts(1_000).filter((text) => text !== '') },
            { weight: 1, arbitrary: fc.constant('ü'.repeat(256 * 1024)) },
          ),
        ),
        null,
        [''],
      ),
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

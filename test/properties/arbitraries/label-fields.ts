import colorNames from 'color-name'
import fc from 'fast-check'
import { type Argument, optional, plain } from './cases'
import { anyCase, padded, pick } from './style'
import { texts } from './text'

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

/** The arguments that labels of projects and groups have in common. */
export const labelFields = {
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
}

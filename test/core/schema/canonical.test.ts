import colorNames from 'color-name'
import fc from 'fast-check'
import { strip } from '../../../cron'
import { canonicalColor, canonicalReference } from '../../../provider/core/schema/canonical'

const blanks = fc.stringMatching(/^[ \t\n\r]{0,3}$/)
const hex = fc.stringMatching(/^[0-9a-fA-F]{6}$/)
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    )

describe('a color', () => {
  it('normalizes the case of a color and removes blanks around it', () => {
    fc.assert(
      fc.property(hex, blanks, blanks, (digits, before, after) => {
        expect(canonicalColor(`${before}#${digits}${after}`)).toBe(`#${digits.toUpperCase()}`)
      }),
      { seed: jest.getSeed() },
    )
  })

  it('normalizes the name of a color to its digits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(colorNames)).chain((name) => fc.tuple(fc.constant(name), anyCase(name))),
        ([name, written]) => {
          expect(canonicalColor(written)).toBe(canonicalColor(name))
          expect(canonicalColor(written)).toMatch(/^#[0-9A-F]{6}$/)
        },
      ),
      { seed: jest.getSeed() },
    )
  })

  it.each([
    ['#f00', '#FF0000'],
    ['#AbC', '#AABBCC'],
    ['grey', '#808080'],
    ['RebeccaPurple', '#663399'],
    ['cyan', '#00FFFF'],
    ['transparent', 'transparent'],
    ['constructor', 'constructor'],
    ['#ff', '#ff'],
  ])('normalizes the color %s to %s', (written, canonical) => expect(canonicalColor(written)).toBe(canonical))
})

it('removes from a title exactly the blanks that the service removes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), blanks, blanks, (title, before, after) => {
      const canonical = strip(before + title + after)
      expect(strip(canonical)).toBe(canonical)
      expect(title.includes(canonical)).toBe(true)
    }),
    { seed: jest.getSeed() },
  )
  expect(strip('\u00a0bug\u2003')).toBe('\u00a0bug\u2003')
})

it.each([
  [7, 7],
  ['7', 7],
  [' 7 ', 7],
  ['/Acme/Web/', 'Acme/Web'],
  ['acme/007', 'acme/007'],
])('normalizes the reference %p to %p', (written, canonical) => expect(canonicalReference(written)).toBe(canonical))

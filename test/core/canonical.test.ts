import fc from 'fast-check'
import colorNames from 'color-name'
import { strip } from '../../cron'
import { canonicalColor, canonicalReference } from '../../provider/core/schema/canonical'

const blanks = fc.stringMatching(/^[ \t\n\r]{0,3}$/)
const hex = fc.stringMatching(/^[0-9a-fA-F]{6}$/)
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    )

describe('a colour', () => {
  it('has one form for every case and blank around it', () => {
    fc.assert(
      fc.property(hex, blanks, blanks, (digits, before, after) => {
        expect(canonicalColor(`${before}#${digits}${after}`)).toBe(`#${digits.toUpperCase()}`)
      }),
    )
  })

  it('has one form for its name and its digits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(colorNames)).chain((name) => fc.tuple(fc.constant(name), anyCase(name))),
        ([name, written]) => {
          expect(canonicalColor(written)).toBe(canonicalColor(name))
          expect(canonicalColor(written)).toMatch(/^#[0-9A-F]{6}$/)
        },
      ),
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
  ])('%s is %s', (written, canonical) => expect(canonicalColor(written)).toBe(canonical))
})

it('a title loses the blanks that the service trims, and no other character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), blanks, blanks, (title, before, after) => {
      const canonical = strip(before + title + after)
      expect(strip(canonical)).toBe(canonical)
      expect(title.includes(canonical)).toBe(true)
    }),
  )
  expect(strip('\u00a0bug\u2003')).toBe('\u00a0bug\u2003')
})

it.each([
  [7, 7],
  ['7', 7],
  [' 7 ', 7],
  ['/Acme/Web/', 'Acme/Web'],
  ['acme/007', 'acme/007'],
])('the reference %p is %p', (written, canonical) => expect(canonicalReference(written)).toBe(canonical))

import fc from 'fast-check'

const awkward = [
  ...['.', '..', 'a/b', '/', '%', '100%', '%2F', '%25', 'a+b', '?x=1&y#z', '{}', '[]', '\\', '\\n', '"', "'", '`'],
  ...["' or 1=1 --", '<b>bold</b>', '${x}', 'null', 'true', '0', '17', '0017', '1/17', '2026 plan', 'promote', '$&'],
  ...[
    'ü',
    'u\u0308',
    '😀',
    '👩‍👩‍👧',
    '✓ done',
    'שלום',
    '\u00a0a\u00a0',
    'a\u200bb',
    'a\nb',
    'a\tb',
    '\ufeffa',
    '-',
    '_',
    '~',
  ],
  ...['__proto__', 'constructor', 'a:b', 'a=b', 'a;b', 'a|b', 'a*b', '#1', '@all', '04da6b54', '*****'],
]

const graphemes = fc.string({ unit: 'grapheme', maxLength: 20 })
// The unit of fast-check for this first builds a table of all characters.
const character = fc.integer({ min: 1, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
const anything = fc.array(character, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes))

/** Strings of all sorts without NUL, which no service stores. */
export const texts = (longest: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...awkward) },
      { weight: 3, arbitrary: graphemes },
      { weight: 2, arbitrary: anything },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: longest }) },
      { weight: 1, arbitrary: fc.constantFrom('x', '9', '%', '/', '😀').map((one) => one.repeat(longest)) },
    )
    .filter((text) => !text.includes('\0') && [...text].length <= longest)

/** Names that can be a part of a URL, which has no parts `.` and `..`. */
export const pathNames = texts(255).filter((name) => name.trim() !== '' && !/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(name))

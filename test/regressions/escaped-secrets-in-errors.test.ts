import fc from 'fast-check'
import { hiding, redactError, redactor, withBody } from '../../sdk/http/redact'
import { times } from '../shared/test-run'

const runs = { seed: jest.getSeed(), numRuns: times(300, 3_000) }
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const json = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The ways in which a service can repeat a character. */
const ways: ((character: string) => string)[] = [
  (character) => character,
  (character) => encodeURIComponent(character),
  (character) => [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join(''),
  (character) => encodeURIComponent(encodeURIComponent(character)),
  (character) => new URLSearchParams({ x: character }).toString().slice('x='.length),
  json,
  (character) => json(json(character)),
  (character) =>
    character
      .split('')
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
      .join(''),
  (character) => (character === '/' ? '\\/' : character),
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#x${hex(character.codePointAt(0) ?? 0, 2).toUpperCase()};`,
  (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
]

describe('a secret that a response repeats', () => {
  it('hides a secret in any escape of its characters, also a short one', () => {
    const spelt = fc.array(
      fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.nat(ways.length - 1)),
      {
        minLength: 1,
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(spelt, (characters) => {
        const secret = characters.map(([character]) => character).join('')
        const text = characters.map(([character, way]) => ways[way]?.(character)).join('')
        expect(hiding([secret]).theirs(text).replaceAll('[redacted]', '')).toBe('')
      }),
      runs,
    )
  })

  it('hides a short secret between any signs, and changes nothing else', () => {
    const secrets = fc.string({ minLength: 1, maxLength: 7 }).filter((secret) => /^[\w!$&*+.-]+$/.test(secret))
    const signs = fc.tuple(...[0, 1].map(() => fc.constantFrom(...' "\'()[]{}=:,;<>`\n')))
    const words = fc.array(fc.stringMatching(/^\p{L}{1,9}$/u), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(secrets, signs, words, fc.nat(9), (secret, [before = '', after = ''], others, at) => {
        fc.pre(!others.includes(secret) && before !== secret && after !== secret)
        const said = (text: string) => [...others.slice(0, at), before + text + after, ...others.slice(at)].join(' ')
        const { ours, theirs } = hiding([secret])
        expect(theirs(said(secret))).toBe(said('[redacted]'))
        expect(ours(said(secret))).toBe(said(secret))
      }),
      runs,
    )
  })

  it('hides a secret that Rails escapes', () => {
    const body = { url: 'https://mirror:Tom%26Jerry%3C3@example.com/x.git' }
    const said = '{"message":"cannot push with Tom\\u0026Jerry\\u003c3"}'
    expect(withBody(redactor('glpat-1'), body).theirs(said)).toBe('{"message":"cannot push with [redacted]"}')
  })

  it('hides all parts of a secret that is longer than the limit of a regular expression', () => {
    const secret = Array.from({ length: 1_500 }, (_, at) => `${at} <&> `).join('')
    const text = hiding([secret]).ours(`${secret}, or ${encodeURIComponent(secret)}`)
    expect(text.replaceAll('[redacted]', '')).toBe(', or ')
  })
})

describe('the variables of a pipeline', () => {
  const value = 'kLs92-secret'

  it.each([
    ['listed', { variables: [{ key: 'DEPLOY_KEY', value, variable_type: 'env_var' }] }],
    ['by name', { variables: { DEPLOY_KEY: value } }],
  ])('hides all values of variables that are sent %s, regardless of their names', (_how, body) => {
    const redact = withBody(redactor('glpat-1'), { ref: 'main', ...body })
    expect(redact.theirs(`main: DEPLOY_KEY is ${value}`)).toBe('main: DEPLOY_KEY is [redacted]')
  })

  it.each([
    ['migrate', 'cannot migrate, because migrated is "migrate"', 'cannot [redacted], because migrated is "[redacted]"'],
    [
      '1',
      'at least 10 variables: KEY=1 is line 1\\n1',
      'at least 10 variables: KEY=[redacted] is line [redacted]\\n[redacted]',
    ],
    ['b', 'variable%3Db and %62, but not bob', 'variable%3D[redacted] and [redacted], but not bob'],
    ['a"b', 'it is a&quot;b, not ba"bc', 'it is [redacted], not ba"bc'],
  ])('hides the short value %s only where it is a word of a response', (TASK, said, shown) => {
    const { ours, theirs } = withBody(redactor('glpat-1'), { variables: { TASK } })
    expect(theirs(said)).toBe(shown)
    expect(ours(said)).toBe(said)
  })
})

it('hides a proxy whose password contains a blank, which is not a valid URL', () => {
  const error = Object.assign(new TypeError('Invalid URL'), { input: 'http://me:pa ss/wo"rd@proxy.test:8080' })
  expect(redactError(error, redactor(undefined))).toMatchObject({ input: 'http://[redacted]@proxy.test:8080' })
})

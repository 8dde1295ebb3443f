import fc from 'fast-check'
import { hide, redactError, redactor, withBody } from '../../sdk/http/redact'
import { times } from '../support/test-run'

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
  it('hides a secret in any escape of its characters', () => {
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
        expect(hide([secret])(text).replaceAll('[redacted]', '')).toBe('')
      }),
      runs,
    )
  })

  it('hides a secret that Rails escapes', () => {
    const body = { url: 'https://mirror:Tom%26Jerry%3C3@example.com/x.git' }
    const said = '{"message":"cannot push with Tom\\u0026Jerry\\u003c3"}'
    expect(withBody(redactor('glpat-1'), body)(said)).toBe('{"message":"cannot push with [redacted]"}')
  })

  it('hides all parts of a secret that is longer than the limit of a regular expression', () => {
    const secret = Array.from({ length: 1_500 }, (_, at) => `${at} <&> `).join('')
    const text = hide([secret])(`${secret}, or ${encodeURIComponent(secret)}`)
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
    expect(redact(`main: DEPLOY_KEY is ${value}`)).toBe('main: DEPLOY_KEY is [redacted]')
  })

  it('does not hide a short value', () => {
    const redact = withBody(redactor('glpat-1'), { variables: { TASK: 'migrate' } })
    expect(redact('cannot migrate')).toBe('cannot migrate')
  })
})

it('hides a proxy whose password contains a blank, which is not a valid URL', () => {
  const error = Object.assign(new TypeError('Invalid URL'), { input: 'http://me:pa ss/wo"rd@proxy.test:8080' })
  expect(redactError(error, redactor(undefined))).toMatchObject({ input: 'http://[redacted]@proxy.test:8080' })
})

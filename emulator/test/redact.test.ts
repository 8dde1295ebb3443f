import fc from 'fast-check'
import { useEmulator } from './support/emulator'
import { cases } from './support/emulator-process'

import type { Flavor } from '..'

const [seed, path] = [jest.getSeed(), process.env.TRUEUP_TEST_PATH]
const runs = cases(500)

/** Nothing else that is sent looks like it. */
const secret = 'S3cr3tXyzzy'
const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')

describe.each<Flavor>(['spec', 'gitlab'])('the request log, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const shown = async () => JSON.stringify([emulator.requests(), (await emulator.get('/-/requests')).body])

  it.each([
    ['a parameter', `/user?private_token=${secret}`],
    ['a parameter among others', `/user?x=1&access_token=${secret}&y=2`],
    ['a job’s token', `/projects/1/pipelines?job_token=${secret}`],
    ['a nested parameter', `/user?a[b][private_token]=${secret}`],
    ['a nested parameter, encoded', `/user?a%5Bpassword%5D=${secret}`],
    ['a list of tokens', `/user?tokens[]=${secret}`],
    ['a name that is encoded', `/user?${percent('private_token')}=${secret}`],
    ['a name with a blank before it', `/user?+private_token=${secret}`],
    ['a parameter that is nested once', `/user?a[private_token]=${secret}`],
    ['a name that is encoded in part', `/user?private%5Ftoken=${secret}`],
    ['a value that holds a &', `/user?password=a%26${secret}`],
    ['a variable', `/user?variables[DB_PASSWORD]=${secret}`],
    ['the value of a variable', `/projects/1/variables/PLAIN?value=${secret}`],
    ['a variable in two parts', `/user?variables[][key]=DB_PASSWORD&variables[][value]=${secret}`],
    ['credentials of a URL', `/user?url=https://user:${secret}@example.com`],
    ['credentials of a URL, encoded', `/user?url=${encodeURIComponent(`https://user:${secret}@example.com`)}`],
    ['credentials of a URL, encoded throughout', `/user?url=${percent(`https://user:${secret}@example.com`)}`],
    ['credentials with an @', `/user?url=https://user:a@${secret}@example.com`],
    ['credentials in the path', `/projects/${encodeURIComponent(`https://user:${secret}@example.com`)}`],
    ['an issued token in the path', `/groups/10/access_tokens/glpat-${secret}${secret}/rotate`],
    ['an issued token, encoded throughout', `/user?x=${percent(`glpat-${secret}${secret}`)}`],
    ['an issued token, encoded in part', `/user?x=%67lpat-${secret}${secret}`],
    ['a trigger token', `/projects/1/ref/main/trigger/pipeline?token=${secret}`],
    ['a secret at the end of a long URL', `/user?x=${'x'.repeat(9_000)}&private_token=${secret}`],
  ])('hides %s in the request log', async (_case, asked) => {
    await emulator.post(asked, {})
    expect(await shown()).not.toMatch(new RegExp(`${secret}|${percent(secret)}`))
  })

  it.each([
    ['a mirror’s credentials', { url: `https://user:${secret}@example.com/x.git` }],
    ['a mirror’s credentials without a scheme', { url: `user:${secret}@example.com/x.git` }],
    ['a mirror’s credentials, one slash short', { url: `https:/user:${secret}@example.com/x.git` }],
    ['credentials in a sentence', { description: `see http://${secret}@example.com, or\nhttp://a:${secret}@b` }],
    ['a token', { token: secret }],
    ['a token in camel case', { accessToken: secret }],
    ['a secret of a client', { client_secret: secret }],
    ['a key of an API', { api_key: secret }],
    ['a key of alerts', { authorization_key: secret, Authorization: `Bearer ${secret}` }],
    ['a password that is a list', { password: [secret] }],
    ['what is below a secret', { credentials: { name: secret } }],
    ['a variable', { variables: { DB_PASSWORD: secret } }],
    ['a variable with a key', { variables: [{ key: 'DB_PASSWORD', value: secret }] }],
    ['the value of a variable whose key is in the path', { value: secret, raw: true }],
    ['a value that is a list', { key: 'PLAIN', value: [secret] }],
    ['a token deep in lists', { a: [[{ b: { c: [{ token: secret }] } }]] }],
  ])('hides %s in the request log, as JSON and in a form', async (_case, body) => {
    await emulator.post('/projects/1/trigger/pipeline', body)
    await emulator.send('POST', '/projects/1/trigger/pipeline', { form: formOf(body) })
    expect(await shown()).not.toContain(secret)
  })

  it('does not log headers or bodies that cannot be read', async () => {
    const headers = { Authorization: `Bearer ${secret}`, 'PRIVATE-TOKEN': secret, 'JOB-TOKEN': secret }
    await emulator.get('/user', { as: null, headers: { ...headers, Cookie: secret } })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=b']) {
      await emulator.send('POST', '/user', { form: `{"token":"${secret}`, headers: { 'Content-Type': type } })
    }
    expect(await shown()).not.toContain(secret)
  })

  it.each([
    ['many URLs', { name: `@${'a://:'.repeat(100_000)}` }],
    ['a URL of slashes', { url: '/'.repeat(500_000) }],
  ])(
    'redacts a body of %s in linear time',
    async (_case, body) => {
      expect((await emulator.post('/projects/1/labels', body)).status).toBe(400)
    },
    10_000,
  )

  it(`does not log secrets at any depth: ${runs} bodies of seed ${seed}`, async () => {
    const name = fc.constantFrom('token', 'private_token', 'password', 'DB_PASSWORD', 'client_secret', 'x-api-key')
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof({ maxDepth: 6 }, fc.constantFrom('x', 1, null, true), tie('list'), tie('object'), tie('hiding')),
      list: fc.array(tie('json'), { maxLength: 3 }),
      object: fc.dictionary(fc.constantFrom('a', 'key', 'value', 'url', '__proto__'), tie('json'), { maxKeys: 3 }),
      hiding: fc
        .tuple(name, tie('json'))
        .map(([key, inner]) => ({ [key]: [secret, inner], link: `x://u:${secret}@h` })),
    }))
    const hides = fc.asyncProperty(json, async (body) => {
      emulator.clearRequests()
      await emulator.post('/user', { body })
      expect(emulator.requests()).toHaveLength(1)
      expect(JSON.stringify(emulator.requests())).not.toContain(secret)
    })
    await fc.assert(hides, { seed, numRuns: runs, ...(path && { path }) })
  }, 60_000)
})

function formOf(body: object): string {
  const pairs = (value: unknown, name: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => pairs(inner, `${name}[${Array.isArray(value) ? '' : key}]`))
      : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`]
  return Object.entries(body)
    .flatMap(([name, value]) => pairs(value, name))
    .join('&')
}

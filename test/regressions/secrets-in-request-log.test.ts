import { useEmulator } from '../support/emulator'

const emulator = useEmulator()
const labels = '/projects/1/labels'

it.each([
  [{ client_secret: 'hunter2' }],
  [{ accessToken: 'hunter2' }],
  [{ variables: { DB_PASSWORD: 'hunter2' } }],
  [{ variables: [{ key: 'DB_PASSWORD', value: 'hunter2' }] }],
  [{ url: 'user:hunter2@example.com/x.git' }],
])('hides a secret of a body: %j', async (body) => {
  await emulator.post(labels, body)
  expect(JSON.stringify(emulator.requests())).not.toContain('hunter2')
})

it.each([
  'a[private_token]=hunter2',
  'private%5Ftoken=hunter2',
  'x=%67lpat-hunter2hunter2hunter2',
  'variables[A_PASSWORD]=hunter2',
])('hides a secret of a query: %s', async (query) => {
  await emulator.get(`/user?${query}`)
  expect(JSON.stringify(emulator.requests())).not.toContain('hunter2')
})

it.each([
  ['many URLs', { name: `@${'a://:'.repeat(100_000)}` }],
  ['a URL of slashes', { url: '/'.repeat(500_000) }],
])(
  'redacts a body of %s in linear time',
  async (_case, body) => {
    expect((await emulator.post(labels, body)).status).toBe(400)
  },
  10_000,
)

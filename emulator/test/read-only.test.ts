import { useEmulator } from './support/emulator'

const emulator = useEmulator({ flavor: 'spec' })

const labels = '/projects/1/labels'
const bug = { name: 'bug', color: 'red' }
const readOnly = {
  status: 403,
  body: { message: 'You cannot perform write operations on a read-only instance' },
}

describe('read-only instances', () => {
  beforeEach(() => emulator.patch('settings', 1, { read_only: true }))

  it('refuses writing requests before all other checks', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await emulator.send(method, labels, { json: bug })).toMatchObject(readOnly)
    }
    expect(await emulator.post('/nothing', bug, { as: 'nobody' })).toMatchObject(readOnly)
    expect((await emulator.get(labels)).body).toEqual([])
  })

  it('responds to reading requests', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await emulator.send(method, labels)).status).toBeLessThan(300)
    }
  })

  it('redirects forms and requests without a body to the front page or back', async () => {
    const responses = [
      await emulator.send('POST', labels, { form: 'name=bug&color=red' }),
      await emulator.delete(`${labels}/1`),
      await emulator.delete(`${labels}/1`, { headers: { Referer: 'https://elsewhere.test/page' } }),
    ]
    expect(responses.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [301, `${emulator.url}/`],
      [301, `${emulator.url}/`],
      [301, 'https://elsewhere.test/page'],
    ])
  })
})

it('sends Retry-After in maintenance mode', async () => {
  emulator.patch('settings', 1, { maintenance_mode: true })
  const response = await emulator.post(labels, bug)
  expect(response).toMatchObject({ status: 503, body: { message: expect.any(String) } })
  expect(response.headers.get('retry-after')).toBe('900')
  expect((await emulator.get(labels)).status).toBe(200)
  emulator.patch('settings', 1, { maintenance_mode: false })
  expect((await emulator.post(labels, bug)).status).toBe(201)
})

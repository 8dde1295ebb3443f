import { useEmulator } from '../support/emulator'

const emulator = useEmulator()

it('refuses a body that is too large, and keeps no part of it', async () => {
  const form = `name=${'x'.repeat(11 * 1024 * 1024)}`
  expect((await emulator.send('POST', '/projects/1/labels', { form })).status).toBe(413)
  expect(emulator.requests()).toEqual([{ method: 'POST', path: '/api/v4/projects/1/labels', status: 413, actor: null }])
})

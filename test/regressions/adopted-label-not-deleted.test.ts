import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const emulator = useEmulator()
const args = { project: 'acme/web', name: 'bug', color: '#FF0000', onConflict: 'adopt' }

it('deletes an adopted label that the program no longer declares, also with "up --refresh"', async () => {
  await emulator.post('/projects/1/labels', { name: 'bug', color: '#00FF00' })
  const stack = new Engine('label', { url: emulator.url })
  await stack.up(args)
  // With --refresh one process reads and compares everything, then runs the program, which has no label any more.
  const host = stack.process()
  expect(await stack.refresh(host)).toEqual({ gone: false, drifted: [] })
  await stack.destroy(host)
  expect((await emulator.get('/projects/1/labels')).body).toEqual([])
})

it('keeps an adopted label that another resource of the program now declares', async () => {
  await emulator.post('/projects/1/labels', { name: 'bug', color: '#00FF00' })
  const before = new Engine('label', { url: emulator.url })
  await before.up(args)
  const after = new Engine('label', { url: emulator.url })
  await after.up(args)
  const host = before.process()
  await before.refresh(host)
  expect(await after.up(args, host)).toMatchObject({ step: 'same' })
  await before.destroy(host)
  expect((await emulator.get('/projects/1/labels')).body).toHaveLength(1)
})

import { Hono } from 'hono'
import type { Emulator } from './emulator'
import type { Fault } from './http/faults'
import { refuseUnknown } from './http/unknown-key'
import type { AlertIntegrationSettings } from './resources/alert-integration'
import { EmulatorError } from './store/emulator-error'
import type { WorldSettings } from './world/declaration'

/** The control endpoints of the emulator, below `/-`. */
export function controlApp(emulator: Emulator): Hono {
  const app = new Hono().basePath('/-')
  app.get('/health', (c) => c.json({ status: 'ok', url: emulator.url, now: emulator.now().toISOString() }))
  app.get('/requests', (c) => c.json(emulator.requests()))
  app.delete('/requests', (c) => {
    emulator.clearRequests()
    return c.body(null, 204)
  })
  app.post('/faults', async (c) => {
    const fault = await readJson<Fault>(c.req.raw)
    emulator.fault(fault)
    return c.json(fault, 201)
  })
  app.delete('/faults', (c) => {
    emulator.clearFaults()
    return c.body(null, 204)
  })
  app.put('/alert-integrations', async (c) => {
    return c.json(emulator.putAlertIntegration(await readJson<AlertIntegrationSettings>(c.req.raw)))
  })
  app.patch('/settings', async (c) => {
    emulator.changeSettings(await readJson<WorldSettings>(c.req.raw))
    return c.body(null, 204)
  })
  app.get('/state', (c) => c.json(emulator.state()))
  app.put('/state', async (c) => {
    emulator.setState(await readJson(c.req.raw))
    return c.body(null, 204)
  })
  app.post('/clock', async (c) => {
    const moves = await readJson<{ now?: string; advanceSeconds?: number }>(c.req.raw)
    refuseUnknown('the clock', moves, ['now', 'advanceSeconds'])
    const { now, advanceSeconds } = moves
    if (now === undefined && advanceSeconds === undefined)
      throw new EmulatorError('"now" or "advanceSeconds" is required')
    if (now !== undefined) emulator.setClock(now)
    if (advanceSeconds !== undefined) emulator.advanceClock(advanceSeconds)
    return c.json({ now: emulator.now().toISOString() })
  })
  app.notFound((c) => c.json({ error: `unknown control endpoint ${c.req.method} ${c.req.path}` }, 404))
  app.onError((error, c) => c.json({ error: error.message }, error instanceof EmulatorError ? 400 : 500))
  return app
}

async function readJson<T>(request: Request): Promise<T> {
  let value: unknown
  try {
    value = await request.json()
  } catch {
    throw new EmulatorError('the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EmulatorError('the body must be a JSON object')
  }
  return value as T
}

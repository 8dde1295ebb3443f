import * as trueup from '../../provider'
import { queryOf } from '../../provider/core/pulumi/query'
import type { Json } from '../../provider/core/schema/json'
import { connect } from '../../provider/core/service/connection'
import { settings } from '../../provider/core/service/settings'
import { listName } from '../../provider/native/functions'
import { useEmulator } from '../support/emulator'
import { argumentsOf, functionObjects } from '../support/function-samples'
import { packageSchema, problemsWith } from '../support/package-schema'

const functions = Object.entries(packageSchema.functions)

describe.each(['spec', 'gitlab'] as const)('the package schema, with the flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('declares the results of all functions', async () => {
    const create = async (path: string, body: object) => {
      const { status, body: created } = await emulator.post(path, body, { as: 'root' })
      expect(status).toBe(201)
      return created as { id: number }
    }
    for (const [path, body] of functionObjects) await create(path, body)
    const { id } = await create('/projects/1/pipeline', { ref: 'main', variables: [{ key: 'TASK', value: 'migrate' }] })
    const environment = { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root' }
    const connection = connect(settings({ get: () => undefined }, environment))
    const found = functions.map(async ([token, { outputs }]) => {
      const name = token.split(':').pop() ?? ''
      const args = name === 'getPipelineVariables' ? { project: 1, pipeline: id } : argumentsOf(name)
      const query = queryOf(trueup[name as keyof typeof trueup])
      const result = await query?.call({ ...args }, () => connection, [])
      const isList = Array.isArray(result)
      const values = isList ? { [listName(name)]: result } : (result as Json)
      // The service can add properties.
      const problems = problemsWith(values, outputs, true)
      return [...problems, ...(isList && result.length === 0 ? ['is empty'] : [])].map(
        (problem) => `${name}: ${problem}`,
      )
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  })
})

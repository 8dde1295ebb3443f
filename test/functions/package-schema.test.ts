import type { Output } from '@pulumi/pulumi'
import * as trueup from '../../provider'
import { useEmulator } from '../support/emulator'
import { argumentsOf, functionObjects } from '../support/function-samples'
import { valueOf } from '../support/output'
import { packageSchema, problemsWithResult } from '../support/package-schema'

const names = Object.keys(packageSchema.functions).map((token) => token.split(':').pop() ?? '')

describe.each(['spec', 'gitlab'] as const)('the package schema, with the flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  beforeEach(() => {
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = 'emulator-root'
  })
  afterEach(() => {
    delete process.env.TRUEUP_BASE_URL
    delete process.env.TRUEUP_TOKEN
  })

  it('declares the results of all functions', async () => {
    const create = async (path: string, body: object) => {
      const { status, body: created } = await emulator.post(path, body, { as: 'root' })
      expect(status).toBe(201)
      return created as { id: number }
    }
    for (const [path, body] of functionObjects) await create(path, body)
    const { id } = await create('/projects/1/pipeline', { ref: 'main', variables: [{ key: 'TASK', value: 'migrate' }] })
    const found = names.map(async (name) => {
      const call = trueup[name as keyof typeof trueup] as (args: object) => Output<unknown>
      const args = name === 'getPipelineVariables' ? { project: 1, pipeline: id } : argumentsOf(name)
      const result = await valueOf(call(args))
      const problems = problemsWithResult(name, result)
      return [...problems, ...(Array.isArray(result) && result.length === 0 ? ['is empty'] : [])].map(
        (problem) => `${name}: ${problem}`,
      )
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  })
})

import fc from 'fast-check'
import { type CamelCase, type SnakeCase, toCamelCase, toSnakeCase } from '../../../provider/core/schema/camel-case'
import type { CompoundMetrics, PipelineListParams, TestCase, VulnerabilityFinding } from '../../../sdk'

describe('responses', () => {
  it('converts the names of a response to camel case at any depth', () => {
    expect(
      toCamelCase({
        text_color: '#FFFFFF',
        _links: { merge_requests: 'a_b' },
        host_keys: [{ fingerprint_sha256: 'SHA256:x' }],
        kas: { externalUrl: null },
      }),
    ).toEqual({
      textColor: '#FFFFFF',
      _links: { mergeRequests: 'a_b' },
      hostKeys: [{ fingerprintSha256: 'SHA256:x' }],
      kas: { externalUrl: null },
    })
  })

  it('keeps keys that are not names of fields', () => {
    const data = { some_name: { other_name: 1 }, 'a-b': [{ c_d: 2 }], __proto__x: null }
    for (const [field, name] of [
      ['details', 'details'],
      ['inputs', 'inputs'],
      ['location', 'location'],
      ['queues', 'queues'],
      ['system_output', 'systemOutput'],
      ['variables', 'variables'],
    ] as const) {
      expect(toCamelCase([{ [field]: data, at_all: 1 }])).toEqual([{ [name]: data, atAll: 1 }])
    }
  })

  it('converts lists of objects in fields whose keys it keeps', () => {
    expect(toCamelCase({ variables: [{ variable_type: 'file' }], queues: ['a_b'], location: 'New_York' })).toEqual({
      variables: [{ variableType: 'file' }],
      queues: ['a_b'],
      location: 'New_York',
    })
  })

  it('types responses with camel case', () => {
    const metrics: CamelCase<CompoundMetrics>['queues'] = { project_export: { backlog: 1, latency: 0 } }
    const process: CamelCase<CompoundMetrics>['processes'][number]['startedAt'] = null
    const line = ({ location }: CamelCase<VulnerabilityFinding>): number | undefined => location?.start_line
    const scanner: CamelCase<VulnerabilityFinding>['scanner']['externalId'] = 'sast'
    const output: CamelCase<TestCase>['systemOutput'] = { exit_code: 1 }
    expect([metrics, process, line, scanner, output]).toHaveLength(5)
  })
})

describe('arguments', () => {
  it('converts the names of arguments to snake case and keeps their values', () => {
    const given = { orderBy: 'createdAt', iids: [1], someVariables: { myKey: { otherKey: 1 } } }
    expect(toSnakeCase(given)).toEqual({
      order_by: 'createdAt',
      iids: [1],
      some_variables: { myKey: { otherKey: 1 } },
    })
  })

  it('converts names back to the original', () => {
    const names = fc.stringMatching(/^[a-z]+(_[a-z]+)*$/)
    fc.assert(
      fc.property(fc.dictionary(names, fc.integer()), (params) => {
        expect(toSnakeCase(toCamelCase(params))).toEqual(params)
      }),
      { seed: jest.getSeed() },
    )
  })

  it('types arguments with snake case', () => {
    const params: SnakeCase<{ orderBy?: 'id'; yamlErrors?: boolean }> = { order_by: 'id', yaml_errors: false }
    const same: PipelineListParams = params
    expect(same).toBe(params)
  })
})

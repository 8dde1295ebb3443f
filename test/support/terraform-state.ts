/** A resource of a state: type and name, and what differs from a single resource. */
export interface StateEntry {
  type: string
  name: string
  attributes: Record<string, unknown>
  module?: string
  mode?: 'data'
  index?: string | number
}

/** A state of Terraform, version 4, with an instance for each entry. */
export function terraformState(entries: readonly StateEntry[]): object {
  const resources = new Map<string, { instances: object[] }>()
  for (const { type, name, attributes, module, mode = 'managed', index } of entries) {
    const key = [module, mode, type, name].join(' ')
    const provider = 'provider["example.com/gitlabhq/gitlab"]'
    const known = resources.get(key) ?? {
      ...(module && { module }),
      mode,
      type,
      name,
      provider,
      instances: [] as object[],
    }
    resources.set(key, known)
    known.instances.push({
      ...(index !== undefined && { index_key: index }),
      schema_version: 1,
      attributes,
      sensitive_attributes: [],
    })
  }
  return {
    version: 4,
    terraform_version: '1.9.8',
    serial: 7,
    lineage: '2c7e8d0c-58b6-4f0c-9c1f-6b8ac4f6f6a1',
    outputs: {},
    resources: [...resources.values()],
    check_results: null,
  }
}

import { collection } from '../store/store'

/** A CI/CD variable of a project or of a group. */
export interface VariableRecord {
  id: number
  project_id: number | null
  group_id: number | null
  key: string
  value: string | null
  /** Whether no response contains the value. */
  hidden: boolean
  protected: boolean
  masked: boolean
  raw: boolean
  /** `env_var` or `file`. */
  variable_type: string
  environment_scope: string
  description: string | null
  created_at: string
  updated_at: string
}

/** The project or group of variables. The other id is null. */
export type VariableHome = Pick<VariableRecord, 'project_id' | 'group_id'>

export const variableHomeKey = ({ project_id, group_id }: VariableHome): string =>
  project_id === null ? `group ${group_id}` : `project ${project_id}`

export const variables = collection<VariableRecord>('variables', {
  home: { by: variableHomeKey },
  key: { by: (variable) => `${variableHomeKey(variable)} ${variable.key}` },
})

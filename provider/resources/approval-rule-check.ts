import { required } from '../core/schema/field'
import { Type } from '../core/schema/type'
import { nameOfAny } from './approval-rule-responses'

/** The name that the service requires for the rule of the coverage. */
export const nameOfCoverage = 'Coverage-Check'

/** A part in percent. Responses of older services do not contain it. */
export const percentage = () => required<number>(Type.Number({ minimum: 0, maximum: 100 }), { ifMissing: null })

interface Inputs {
  ruleType?: string | undefined
  reportType?: string | null | undefined
  coverageMinimumThreshold?: number | null | undefined
  name?: string | undefined
  approvers?: readonly unknown[] | undefined
  protectedBranches?: readonly string[] | undefined
  appliesToAllProtectedBranches?: boolean | undefined
}

/** The problems of arguments that do not fit together. */
export function problemsOfRule(inputs: Inputs, written: ReadonlySet<string>) {
  const failures: { property: keyof Inputs; reason: string }[] = []
  const add = (property: keyof Inputs, reason: string) => failures.push({ property, reason: `${property} ${reason}` })
  const { ruleType, reportType, coverageMinimumThreshold: threshold, name, approvers } = inputs
  const { protectedBranches: branches, appliesToAllProtectedBranches: all } = inputs
  if (ruleType === 'regular') {
    if (!written.has('name')) add('name', 'is required for a regular rule')
    else if (name === nameOfAny)
      add('name', `must not be "${nameOfAny}", which is the name of the rule for any approver`)
    if (approvers?.length === 0) {
      add(
        'approvers',
        'must have at least 1 entry, because the service lets any user approve if there is none: to declare this, write ' +
          'ruleType: "anyApprover"',
      )
    }
  }
  if (ruleType === 'anyApprover') {
    if (name !== undefined && name !== nameOfAny) add('name', `must be "${nameOfAny}" for ruleType "anyApprover"`)
    if (approvers !== undefined && approvers.length > 0) add('approvers', 'must be empty for ruleType "anyApprover"')
  }
  if (ruleType === 'report') {
    if (reportType === null) add('reportType', 'is required for ruleType "report"')
    if (name !== undefined && name !== nameOfCoverage) {
      add('name', `must be "${nameOfCoverage}" for ruleType "report"`)
    }
  } else if (ruleType !== undefined) {
    if (reportType != null) add('reportType', 'requires ruleType "report"')
    if (threshold != null) add('coverageMinimumThreshold', 'requires ruleType "report"')
  }
  if (all === true && branches !== undefined && branches.length > 0) {
    add('protectedBranches', 'must be empty if appliesToAllProtectedBranches is true')
  }
  return failures
}

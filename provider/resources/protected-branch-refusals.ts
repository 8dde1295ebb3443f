import type { Client } from '../../sdk'
import type { PreviewContext } from '../core/schema/preview-context'
import { type Refusal, refusalOfOther } from '../core/schema/refusal'
import { type Entry, problemsOfSubjects, type Rules } from '../core/service/access-subjects'
import { declaresMember } from './project-member-declared'

/**
 * Why the service would not accept the users and groups of the changed arguments `names`. Members whom the program itself
 * declares are not checked, because the update may add them before.
 */
export const refusalsOfEntries =
  <const Name extends string>(names: readonly Name[], rules: Rules = {}) =>
  async (
    api: Client,
    { project }: { readonly project: number },
    inputs: Readonly<Record<Name, readonly Entry[]>>,
    changed: ReadonlySet<string>,
    context: PreviewContext,
  ): Promise<Refusal[]> => {
    const refusals = names.map(async (name) => {
      if (!changed.has(name)) return []
      const entries = inputs[name].filter((entry) => !declaresMember(context, entry))
      if (entries.length === 0) return []
      const problems = await problemsOfSubjects(api, project, entries, [], { ...rules, saysUnverified: false })
      return problems.map((problem) => refusalOfOther(`${name}: ${problem.replace(/\.$/, '')}`))
    })
    return (await Promise.all(refusals)).flat()
  }

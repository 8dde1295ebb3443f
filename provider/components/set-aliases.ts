import type { Alias, ComponentResourceOptions } from '@pulumi/pulumi'
import { createUrn } from '@pulumi/pulumi/resource'
import { nameOfSet } from '../core/schema/set'

/**
 * The aliases of a set. The engine also applies a parent's alias to its children, but only in the update that finds the
 * parent by it. If that update fails before it reaches a set, the next update would recreate the set.
 *
 * @param formerType The type of the set in states that it takes over. Dynamic sets take over only names.
 */
export function aliasesOfSet(
  component: { readonly type: string; readonly name: string },
  aliases: ComponentResourceOptions['aliases'] = [],
  setting: string,
  formerType: string | undefined,
): Alias[] {
  const own = aliases.flatMap((alias): Alias[] => {
    if (typeof alias !== 'object') return []
    const { name: former = component.name, parent } = alias as Alias
    const keys = Object.keys(alias).sort().join()
    if (typeof former !== 'string') return []
    if (keys === 'name') return [{ name: nameOfSet(former, setting) }]
    const isMoved = formerType !== undefined && (keys === 'parent' || keys === 'name,parent')
    return isMoved ? [{ name: nameOfSet(former, setting), parent: createUrn(former, component.type, parent) }] : []
  })
  return formerType === undefined ? own : [...own, ...own.map((alias) => ({ ...alias, type: formerType }))]
}

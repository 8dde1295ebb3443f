import type { Alias, ComponentResourceOptions } from '@pulumi/pulumi'
import { createUrn } from '@pulumi/pulumi/resource'
import { nameOfSetting } from '../core/schema/setting'

/**
 * The aliases of a child of a component. The engine also applies a parent's alias to its children, but only in the update
 * that finds the parent by it. If that update fails before it reaches a child, the next update would recreate the child.
 *
 * @param formerType The type of the child in states that it takes over. Dynamic resources take over only names.
 */
export function aliasesOfChild(
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
    if (keys === 'name') return [{ name: nameOfSetting(former, setting) }]
    const isMoved = formerType !== undefined && (keys === 'parent' || keys === 'name,parent')
    return isMoved ? [{ name: nameOfSetting(former, setting), parent: createUrn(former, component.type, parent) }] : []
  })
  return formerType === undefined ? own : [...own, ...own.map((alias) => ({ ...alias, type: formerType }))]
}

import { type Json, only } from '../../provider/command-line/basics'
import { changes as changedNames, type ObjectKind } from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import { differing, hidden } from '../shared/property'
import type { Change } from './plan'
import type { Step } from './preview'

/** The arguments that an update changes. The CLI hides secrets, so their changes are only in the detailed diff. */
export function changesOf(
  kind: ObjectKind,
  olds: Json,
  news: Json,
  diff: Step['detailedDiff'],
  prefix: string,
): Change[] {
  const names = changedNames(kind, olds, news)
  const found = differing(kind, only(news, names), only(olds, names), new Set())
    .filter(({ declared, live }) => declared != null || live != null)
    .map(({ path, declared, live }): Change => ({ path, from: live, to: declared }))
  const start = prefix === '' ? '' : `${prefix}.`
  const secret = Object.keys(diff ?? {}).flatMap((path) => {
    const own = path.startsWith(start) ? path.slice(start.length) : ''
    const name = own.split(/[.[]/)[0] ?? ''
    const isSecret = Object.hasOwn(kind.input, name) && !names.has(name) && containsHidden(news[name])
    return isSecret ? [{ path: own, from: hidden, to: hidden }] : []
  })
  return [...found, ...secret].sort((one, other) => byText(one.path, other.path))
}

const containsHidden = (value: unknown): boolean =>
  value === hidden || (typeof value === 'object' && value !== null && Object.values(value).some(containsHidden))

/** The arguments of an object that is created or deleted, except those that its subject names, and missing ones. */
export function whole(kind: ObjectKind, olds: Json, news: Json): Change[] {
  const { parent, title, naturalKey = [] } = kind.identity
  const named = new Set([parent, ...(title === undefined ? naturalKey : [title])])
  const shown = (values: Json): Json =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) =>
          Object.hasOwn(kind.input, name) && !named.has(name) && value != null && value !== kind.input[name]?.default,
      ),
    )
  const [before, after] = [shown(olds), shown(news)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const show = (value: unknown) => (value !== undefined && kind.input[name]?.secret ? hidden : value)
    return {
      path: name,
      ...(name in before && { from: show(before[name]) }),
      ...(name in after && { to: show(after[name]) }),
    }
  })
}

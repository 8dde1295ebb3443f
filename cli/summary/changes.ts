import { type Json, pick } from '../../provider/command-line/basics'
import { changes as changedNames, entriesText, type ObjectKind } from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import { differing, hidden } from '../shared/property'
import type { Step } from './digest'
import type { Change } from './plan'

/** The arguments that an update changes. The CLI hides secrets, so their changes are only in the detailed diff. */
export function changesOf(
  kind: ObjectKind,
  olds: Json,
  news: Json,
  diff: Step['detailedDiff'],
  prefix: string,
): Change[] {
  const names = changedNames(kind, olds, news)
  const lists = [...names].filter((name) => areEntries(olds[name], news[name]))
  const parts = new Set([...names].filter((name) => !lists.includes(name)))
  const found = differing(kind, pick(news, parts), pick(olds, parts), new Set())
    .filter(({ declared, live }) => declared != null || live != null)
    .map(({ path, declared, live }): Change => ({ path, from: live, to: declared }))
  const start = prefix === '' ? '' : `${prefix}.`
  const secret = Object.keys(diff ?? {}).flatMap((path) => {
    const own = path.startsWith(start) ? path.slice(start.length) : ''
    const name = own.split(/[.[]/)[0] ?? ''
    const isSecret = Object.hasOwn(kind.input, name) && !names.has(name) && containsHidden(news[name])
    return isSecret ? [{ path: own, from: hidden, to: hidden }] : []
  })
  const entries = lists.map((path): Change => ({ path, from: olds[path], to: news[path] }))
  return [...found, ...entries, ...secret].sort((one, other) => byText(one.path, other.path))
}

/** Whether both values are lists of access entries, whose changes only make sense as a whole. */
function areEntries(...values: readonly unknown[]): boolean {
  const given = values.filter((value) => value != null && !(Array.isArray(value) && value.length === 0))
  return given.length > 0 && given.every((value) => Array.isArray(value) && entriesText(value) !== undefined)
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

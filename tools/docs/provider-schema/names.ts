/** Names that read better than the ones that `joined` makes. */
const better: Readonly<Record<string, string>> = {
  PipelineVariableValueVariableType: 'PipelineVariableType',
}

/** The name of the type of a property: `IssueLink` and `linkType` → `IssueLinkType`. */
export function joined(owner: string, property: string): string {
  const words = capitalized(property)
  const [first = ''] = /^[A-Z][a-z]*/.exec(words) ?? []
  const name = owner.endsWith(first) ? owner + words.slice(first.length) : owner + words
  return better[name] ?? name
}

/** `ProjectLinks` → `ProjectLink`: the name of an entry. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

import type { Resource } from '@pulumi/pulumi'

/** The types of a resource's parents, its type and its name, as in its URN: `trueup:Team$trueup:LabelSet::labels`. */
export function fullNameOf(type: string, name: string, parent: Resource | undefined): string {
  const types = [type]
  for (let above = parent; above; above = parentOf(above)) {
    const { __pulumiType: outer } = above as Resource & { __pulumiType?: string }
    if (outer !== undefined && outer !== 'pulumi:pulumi:Stack') types.unshift(outer)
  }
  return `${types.map(shortened).join('$')}::${name}`
}

/** The full name at the end of a URN. */
export function fullNameOfUrn(urn: string): string {
  const [, , types = '', ...name] = urn.split('::')
  return `${types.split('$').map(shortened).join('$')}::${name.join('::')}`
}

/** A full name as messages show it: `LabelSet "labels"`. */
export function displayName(fullName: string | undefined): string {
  if (fullName === undefined) return 'another resource of the program'
  const [types = '', ...name] = fullName.split('::')
  return `${types.split(/[$:]/).pop() ?? ''} "${name.join('::')}"`
}

const parentOf = (resource: Resource): Resource | undefined =>
  (resource as Resource & { __parentResource?: Resource }).__parentResource

/** Removes the prefix that all types of dynamic resources have. */
const shortened = (type: string): string => type.replace(/^pulumi-nodejs:dynamic\//, '')

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<parent type>$<type>::<name>`. */
export function partsOfUrn(urn: string): { stack: string; project: string; type: string; name: string } {
  const [start = '', project = '', types = '', ...name] = urn.split('::')
  return {
    stack: start.replace(/^urn:pulumi:/, ''),
    project,
    type: types.slice(types.lastIndexOf('$') + 1),
    name: name.join('::'),
  }
}

/** The URN of the stack that a resource belongs to. */
export function stackOfUrn(urn: string): string {
  const { stack, project } = partsOfUrn(urn)
  return `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`
}

/** A part of a path: the name of a property, the index of a list entry, or `*` for all of them. */
export type Step = string | number

/** Splits a path such as `items.bug["a.b"][0][*]`; undefined if the path is invalid. */
export function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  const step = /\.?(?:\["((?:\\"|[^"])+)"\]|\[(\d+|\*)\]|([^.[]+))/y
  while (step.lastIndex < path.length) {
    const [, quoted, index, name] = step.exec(path) ?? []
    if (quoted !== undefined) steps.push(quoted.replaceAll('\\"', '"'))
    else if (index !== undefined) steps.push(index === '*' ? index : Number(index))
    else if (name !== undefined) steps.push(name)
    else return undefined
  }
  return steps
}

import { classNameOf } from '../../provider/core/schema/provider-text'
import { kinds, kindsWithSets } from '../../provider/kinds'

/** The exports of all resources. */
export function resources(): string {
  const lines = [...kinds].sort().flatMap((kind) => {
    const hasSet = kindsWithSets.some((one) => one === kind)
    return [kind, ...(hasSet ? [`${kind}-set`] : [])].map(classNameOf).map((name) => exportOf(name, kind))
  })
  return `\n${lines.join('\n')}\n`
}

const exportOf = (name: string, kind: string) => `export { ${name}, type ${name}Args } from './${kind}'`

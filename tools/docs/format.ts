const scalar = String.raw`(?:"(?:[^"\\]|\\.)*"|[\w.-]+)`
const scalars = new RegExp(String.raw`^(.*)\[\n\s+(${scalar}(?:,\n\s+${scalar})*)\n\s+\](,?)$`, 'gm')

/** A schema as JSON. Lists of plain values are on one line if they fit. */
export function format(schema: Record<string, unknown>): string {
  return JSON.stringify(schema, null, 2).replace(scalars, (whole, before: string, list: string, comma: string) => {
    const line = `${before}[${list.replace(/,\n\s+/g, ', ')}]${comma}`
    return line.length <= 120 ? line : whole
  })
}

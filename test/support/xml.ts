export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/
const token =
  /<\/(?<closed>[\w-]+)>|<(?<opened>[\w-]+)(?<attributes>(?: [\w-]+="[^"<]*")*)(?<empty>\/?)>|(?<text>[^<]+)/y
const attribute = / ([\w-]+)="([^"]*)"/g
/** The characters of XML 1.0. */
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses XML strictly, without support for document types, comments, sections and processing instructions.
 *
 * @throws Error for what is not well-formed.
 */
export function parseXml(xml: string): XmlElement {
  if (!allowed.test(xml)) throw new Error('there is a character that XML 1.0 does not allow')
  const start = declaration.exec(xml)?.[0]
  if (start === undefined) throw new Error('it does not begin with a declaration')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  for (token.lastIndex = start.length; token.lastIndex < xml.length;) {
    const at = token.lastIndex
    const found = token.exec(xml)?.groups
    const parent = open.at(-1)
    if (!found || !parent) throw new Error(`this is not well-formed: ${xml.slice(at, at + 80)}`)
    const { closed, opened, attributes = '', empty, text } = found
    if (text !== undefined) parent.text += decoded(text)
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes something else`)
    } else {
      const element = { name: opened!, attributes: attributesOf(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty === '') open.push(element)
    }
  }
  const [root] = top.children
  if (open.length !== 1 || top.children.length !== 1 || !root || top.text.trim() !== '') {
    throw new Error('there is not just one element')
  }
  return root
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)] as const)
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`an attribute comes twice: ${text}`)
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> has to be written otherwise')
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const character = whole.endsWith(';') ? entities[name] : undefined
    if (character === undefined) throw new Error(`${whole} is no entity`)
    return character
  })
}

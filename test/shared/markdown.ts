import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..', '..')

/** A fenced block of a page. */
export interface Block {
  /** The info string of the fence: `ts`, `console`, `ts ignore`. */
  language: string
  text: string
  /** The first line of the text on the page, from 1. */
  line: number
  /** The last line before the fence that is not empty. */
  before: string
}

/** A page of the documentation. */
export interface Page {
  /** Path from the root of the repository, such as `docs/drift.md`. */
  path: string
  text: string
  blocks: Block[]
  /** Links outside of blocks, as they are written. */
  links: string[]
  /** The anchors of the headings: `reports` for `## Reports`. */
  anchors: string[]
}

/** The README, every page of `docs/`, and the others at the top. */
export function pages(): Page[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/README.md',
    'emulator/README.md',
    'plugin/README.md',
    'tools/stand-ins/README.md',
    ...docs.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
  ]
    .sort()
    .map(page)
}

/** One page, by its path from the root of the repository. */
export function page(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  const { blocks, prose } = split(text)
  return {
    path,
    text,
    blocks,
    links: [...prose.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
    anchors: anchors(prose),
  }
}

function split(text: string): { blocks: Block[]; prose: string } {
  const blocks: Block[] = []
  const prose: string[] = []
  let open: (Block & { fence: string; lines: string[] }) | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence = '', language = ''] = /^(`{3,})(.*)$/.exec(line) ?? []
    if (open) {
      if (fence === open.fence && language === '') {
        blocks.push({
          language: open.language,
          line: open.line,
          before: open.before,
          text: `${open.lines.join('\n')}\n`,
        })
        open = undefined
      } else open.lines.push(line)
    } else if (fence) {
      const before = prose.findLast((one) => one.trim() !== '') ?? ''
      open = { fence, language: language.trim(), line: at + 2, before, lines: [], text: '' }
    } else prose.push(line)
  }
  if (open) throw new Error(`a block that begins on line ${open.line} has no end`)
  return { blocks, prose: prose.join('\n') }
}

/**
 * As GitHub and GitLab call headings: lower case, no punctuation, hyphens for blanks, a number for one that is there.
 */
function anchors(prose: string): string[] {
  const seen = new Map<string, number>()
  return [...prose.matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replace(/ /g, '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

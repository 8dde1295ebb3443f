import fc from 'fast-check'
import type { Argument } from './cases'
import { anyCase, pick } from './style'

/** Ways to write each project and group; the value is its id. */
function reference(paths: Readonly<Record<number, readonly string[]>>): Argument<number> {
  return {
    values: fc.constantFrom(...Object.keys(paths).map(Number)),
    write: (id, style) => {
      const written = [id, String(id), `/${id}`, `0${id}`, ` ${id}/ `]
      const kinds = [
        (path: string) => path,
        (path: string, by: number) => anyCase(path, by),
        (path: string) => `/${path}/`,
        (path: string) => `${path}//`,
        (path: string, by: number) => ` /${anyCase(path, by)}\n`,
      ]
      if (style % 2 === 0) return pick(style >> 1, written)
      return pick(style >> 1, kinds)(pick(style >> 4, paths[id] ?? []), style >> 5)
    },
  }
}

/** The projects of the seed world; the first has moved. */
export const project = reference({
  1: ['acme/web', 'acme/old-name'],
  2: ['acme/api'],
  3: ['acme/platform/infra'],
})

export const group = reference({ 10: ['acme'], 11: ['acme/platform'], 12: ['deployers'] })

/** Groups of which none contains another. */
export const separateGroup = reference({ 10: ['acme'], 12: ['deployers'] })

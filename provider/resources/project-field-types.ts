import { required } from '../core/schema/field'
import type { Problem } from '../core/schema/problem'
import { Type } from '../core/schema/type'

const components = ['project_path', 'ref_type', 'ref', 'environment_protected', 'deployment_tier'] as const
type Component = (typeof components)[number]

/** Parts of a claim, in order. */
export const claims = () =>
  required<readonly Component[], Component[]>(
    Type.Array(Type.Enum(components, { type: 'string' }), { minItems: 1, uniqueItems: true }),
    { problem: ([first]) => (first === 'project_path' ? undefined : 'must start with "project_path"') },
  )

/** Topics: trimmed, without repeats, and compared without case, because the service shows the spelling of other projects. */
export const topics = () =>
  required<readonly string[], string[]>(Type.Array(Type.String()), {
    canonical: (list, like) => {
      const own = new Map(list.map((topic) => [String(topic).trim().toLowerCase(), String(topic).trim()]))
      own.delete('')
      const former = Array.isArray(like) ? (like as string[]) : []
      const isSame = former.length === own.size && former.every((topic) => own.has(String(topic).toLowerCase()))
      return isSame ? former : [...own.keys()].sort().map((key) => own.get(key)!)
    },
    problem: (list) => {
      if (list.some((topic) => String(topic).includes(','))) return 'must not contain topics with a comma'
      return list.some((topic) => [...String(topic)].length > 255)
        ? 'must contain topics of at most 255 characters'
        : undefined
    },
  })

/** The service would refuse it after it has changed other settings. */
export const problemOfConfigPath = (path: string): Problem | undefined =>
  /^\/|\.\./.test(path) ? 'must not start with a slash or contain ".."' : undefined

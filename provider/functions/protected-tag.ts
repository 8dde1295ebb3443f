import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { protectedTag } from '../resources/protected-tag'

/** One protected tag of a project. */
export const getProtectedTag = reader<OfProject & OfProtectedTag>({ of: protectedTag })(
  'getProtectedTag',
  (api, given) => api.protectedTags.get(given.project, given.tag),
)

/** The protected tags of a project. */
export const getProtectedTags = listReader<OfProject>({ of: protectedTag })('getProtectedTags', (api, { project }) =>
  api.protectedTags.list(project),
)

interface OfProtectedTag {
  /** Name of the protected tag. */
  tag: string
}

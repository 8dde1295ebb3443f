import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { remoteMirror } from '../resources/remote-mirror'

/** One mirror of a project, and how it fares: its last error, its status, when it last pushed and when it last succeeded. */
export const getRemoteMirror = reader<OfProject & OfMirror>({ of: remoteMirror })(
  'getRemoteMirror',
  (api, { project, mirror }) => api.remoteMirrors.get(project, mirror),
)

/** The mirrors of a project and how they fare, in the order of their ids. Their URLs are without credentials. */
export const getRemoteMirrors = listReader<OfProject>({ of: remoteMirror })('getRemoteMirrors', (api, { project }) =>
  api.remoteMirrors.list(project),
)

/** The public key to be let in at a mirror's target. Fails for one whose `authMethod` is not `"ssh_public_key"`. */
export const getRemoteMirrorPublicKey = reader<OfProject & OfMirror>({
  causes: {
    ...remoteMirror.hints?.byStatus,
    404: 'There is no such project or mirror, or its authMethod is not "ssh_public_key".',
  },
})('getRemoteMirrorPublicKey', (api, { project, mirror }) => api.remoteMirrors.publicKey(project, mirror))

interface OfMirror {
  /** The mirror's number on the service: `mirrorId` of its resource. */
  mirror: number
}

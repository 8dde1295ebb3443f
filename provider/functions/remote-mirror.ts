import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { remoteMirror } from '../resources/remote-mirror'

/** Reads a mirror of a project, with its status, its last error and the times of its last and last successful push. */
export const getRemoteMirror = reader<OfProject & OfMirror>({ of: remoteMirror })(
  'getRemoteMirror',
  (api, { project, mirror }) => api.remoteMirrors.get(project, mirror),
)

/** Lists the mirrors of a project with their status, by id. The URLs do not contain credentials. */
export const getRemoteMirrors = listReader<OfProject>({ of: remoteMirror })('getRemoteMirrors', (api, { project }) =>
  api.remoteMirrors.list(project),
)

/** Reads the public key of a mirror, for its target. Fails unless `authMethod` is `"ssh_public_key"`. */
export const getRemoteMirrorPublicKey = reader<OfProject & OfMirror>({
  causes: {
    ...remoteMirror.hints?.byStatus,
    404: 'There is no such project or mirror, or its authMethod is not "ssh_public_key".',
  },
})('getRemoteMirrorPublicKey', (api, { project, mirror }) => api.remoteMirrors.publicKey(project, mirror))

interface OfMirror {
  /** Id of the mirror: `mirrorId` of its resource. */
  mirror: number
}

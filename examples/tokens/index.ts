import * as trueup from 'trueup'

const group = 'acme'

// For machines that read the published token. The old and the new token are both valid for two weeks.
const registry = new trueup.GroupAccessToken('registry', {
  group,
  name: 'registry',
  scopes: ['read_registry'],
  accessLevel: 'reporter',
  rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 14 },
})

// Only for the mirror below, which gets the new token in the same update, so it is rotated in place.
const mirroring = new trueup.GroupAccessToken('mirroring', {
  group,
  name: 'mirroring',
  scopes: ['write_repository'],
  accessLevel: 'maintainer',
  rotation: { lifetimeDays: 60, rotateDaysBefore: 20 },
})

new trueup.RemoteMirror('web', {
  project: 'acme/web',
  url: 'https://mirror.example.com/acme/web.git',
  username: 'mirroring',
  password: mirroring.token,
  enabled: true,
})

// For the pipelines of the project, which get the new token in the same update.
const release = new trueup.ProjectAccessToken('release', {
  project: 'acme/web',
  name: 'release',
  scopes: ['write_repository'],
  accessLevel: 'maintainer',
  rotation: { lifetimeDays: 60, rotateDaysBefore: 20 },
})

new trueup.ProjectVariable('release token', {
  project: 'acme/web',
  key: 'RELEASE_TOKEN',
  value: release.token,
  masked: true,
})

// Starts nightly builds. The token is deleted together with this resource.
const nightly = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly build' })

export const registryToken = registry.token
export const registryTokenEnds = registry.tokenExpiresAt
export const nightlyToken = nightly.token

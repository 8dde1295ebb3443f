import * as trueup from 'trueup'

const group = 'acme'

// Read by machines that fetch it where it is published: two weeks in which both the old and the new one work.
const registry = new trueup.GroupAccessToken('registry', {
  group,
  name: 'registry',
  scopes: ['read_registry'],
  accessLevel: 'reporter',
  rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 14 },
})

// Used by nothing but the mirror below, which gets the new one in the update that makes it: rotated in place.
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

// Starts nightly builds, and ends with this resource.
const nightly = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly build' })

export const registryToken = registry.token
export const registryTokenEnds = registry.tokenExpiresAt
export const nightlyToken = nightly.token

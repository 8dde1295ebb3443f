import { triggerToken } from '../provider/trigger-token'
import { conforms } from './support/conforms'

conforms(triggerToken, {
  args: { project: 'acme/web', description: 'nightly', expiresAt: '2026-12-31T12:00:00.000Z' },
  changes: { description: 'weekly' },
  replaces: { project: 'acme/api', expiresAt: '2027-01-31' },
  spellings: {
    project: [1, '/acme/web'],
    expiresAt: ['2026-12-31T12:00:00Z', '2026-12-31T13:00:00+01:00'],
  },
  refused: [
    ['description', '', /must not be empty/],
    ['description', 5, /must be a text/],
    ['expiresAt', '2026-05-01', /must lie in the future/],
    ['expiresAt', '2027-12-31', /at most 365 days ahead/],
    ['expiresAt', 'tomorrow', /must be a moment like/],
    ['expiresAt', '2027-02-30', /must be a moment like/],
  ],
})

import type { Sample } from './sample'

export const alert: Sample = {
  kind: 'alert',
  collection: 'alerts',
  as: 'maintainer',
  args: {
    endpointUrl: '<url>/acme/web/alerts/notify.json',
    authorizationKey: 'emulator-alert-key',
    title: 'Maintenance under way',
    fingerprint: 'maintenance',
  },
  changes: {},
  replaces: { title: 'Still under way' },
  others: [],
}

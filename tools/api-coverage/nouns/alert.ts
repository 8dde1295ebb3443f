import type { AlertEndpoint, Client } from '../../../sdk'
import { noun } from '../endpoint'

const alert = {
  title: 'Disk full',
  description: 'No space is left',
  start_time: '2026-06-15T12:00:00Z',
  end_time: '2026-06-15T12:30:00Z',
  service: 'web',
  monitoring_tool: 'probe',
  hosts: 'a.example.com',
  severity: 'high',
  fingerprint: 'disk',
  svc_environment_name: 'production',
} as const
const batch = { alerts: [{ startsAt: '2026-06-15T12:00:00Z', labels: { alertname: 'Disk full' } }] }
const alertsAt =
  (path: string) =>
  ({ baseUrl }: Client): AlertEndpoint => ({
    endpointUrl: `${baseUrl}/acme/web/${path}`,
    authorizationKey: 'emulator-alert-key',
  })
const endpoints = { generic: alertsAt('alerts/notify.json'), metrics: alertsAt('prometheus/alerts/notify.json') }

export const alerts = noun(
  'Alerts',
  (api) => api.alerts.create(endpoints.generic(api), { title: 'Disk full', fingerprint: 'disk' }),
  [
    {
      endpoint: 'POST /:group/:project/alerts/notify.json',
      parameters: [
        'title',
        'description',
        'start_time',
        'end_time',
        'service',
        'monitoring_tool',
        'hosts',
        'severity',
        'fingerprint',
        'svc_environment_name',
      ],
      named: { svc_environment_name: 'environmentName' },
      outside: true,
      call: (api) => api.alerts.create(endpoints.generic(api), alert),
      also: [
        (api) => api.alerts.resolve(endpoints.generic(api), { fingerprint: 'disk' }),
        (api) => api.alerts.test(endpoints.generic(api), { title: 'Trial' }),
      ],
      test: ['emulator/test/alert', 'stores an alert with all its fields'],
    },
    {
      endpoint: 'POST /:group/:project/prometheus/alerts/notify.json',
      parameters: [
        'alerts',
        'commonAnnotations',
        'commonLabels',
        'externalURL',
        'groupKey',
        'groupLabels',
        'receiver',
        'status',
        'version',
      ],
      outside: true,
      call: (api) => api.alerts.createMetrics(endpoints.metrics(api), batch),
      also: [(api) => api.alerts.resolveMetrics(endpoints.metrics(api), batch)],
      unused: 'An `Alert` is sent in the generic format; this one is for metrics managers.',
      test: ['emulator/test/alert-metrics', 'stores an alert with all its fields'],
    },
  ],
  'The service issues a URL for each integration, outside `/api/v4`: first the endpoints of the generic format, then the ones of the ' +
    'metrics format. The API leaves their paths open; these are those that GitLab and the emulator issue.',
)

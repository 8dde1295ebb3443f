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
const at = '2026-06-15T12:00:00Z'
/** The time of the test's clock. */
const end_time = '2026-11-21T12:00:00.000Z'
const metrics = {
  version: '4',
  status: 'firing',
  groupKey: '',
  receiver: '',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: '',
}
const alertsAt =
  (path: string) =>
  ({ baseUrl }: Client): AlertEndpoint => ({
    endpointUrl: `${baseUrl}/acme/web/${path}`,
    authorizationKey: 'emulator-alert-key',
  })
const endpoints = { generic: alertsAt('alerts/notify.json'), metrics: alertsAt('prometheus/alerts/notify.json') }
const responds = [{ iid: 3, title: 'Disk full' }]

export const alerts = noun(
  'Alerts',
  (api) => api.alerts.create(endpoints.generic(api), { title: 'Disk full', fingerprint: 'disk' }),
  [
    {
      endpoint: 'POST /:group/:project/alerts/notify.json',
      parameters: Object.keys(alert),
      named: { svc_environment_name: 'environmentName' },
      outside: true,
      call: (api) => api.alerts.create(endpoints.generic(api), alert),
      path: '/acme/web/alerts/notify.json',
      sends: { ...alert, gitlab_environment_name: 'production' },
      responds,
      also: [
        {
          call: (api) => api.alerts.resolve(endpoints.generic(api), { fingerprint: 'disk' }),
          sends: { fingerprint: 'disk', end_time },
        },
        {
          call: (api) => api.alerts.test(endpoints.generic(api), { title: null }),
          sends: { title: null },
          returns: { success: true, alerts: [{ iid: 3, title: 'Disk full' }] },
        },
      ],
      variants: [
        {
          call: (api) =>
            api.alerts.create(endpoints.generic(api), { service: undefined, hosts: ['a'], deep: { x: [1] } }),
          sends: { hosts: ['a'], deep: { x: [1] } },
        },
        {
          call: (api) => api.alerts.create(endpoints.generic(api), { gitlab_environment_name: 'production' }),
          sends: { svc_environment_name: 'production', gitlab_environment_name: 'production' },
        },
        {
          call: (api) =>
            api.alerts.create(endpoints.generic(api), { svc_environment_name: 'a', gitlab_environment_name: 'b' }),
          sends: { svc_environment_name: 'a', gitlab_environment_name: 'b' },
        },
        {
          call: (api) =>
            api.alerts.resolve(endpoints.generic(api), { fingerprint: ['a', 'b'], end_time: '2026-01-01' }),
          sends: { fingerprint: ['a', 'b'], end_time: '2026-01-01' },
        },
        {
          call: (api) => api.alerts.test(endpoints.generic(api), { svc_environment_name: 'a' }),
          sends: { svc_environment_name: 'a' },
          returns: { success: true, alerts: [{ iid: 3, title: 'Disk full' }] },
        },
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
      call: (api) =>
        api.alerts.createMetrics(endpoints.metrics(api), {
          receiver: 'me',
          version: undefined,
          alerts: [
            {
              startsAt: at,
              labels: { severity: 's1', svc_environment_name: 'production' },
              annotations: { title: 'Down', svc_incident_markdown: '# Do', gitlab_y_label: 'ups' },
            },
            { startsAt: at, status: 'resolved' },
          ],
        }),
      path: '/acme/web/prometheus/alerts/notify.json',
      sends: {
        ...metrics,
        receiver: 'me',
        alerts: [
          {
            startsAt: at,
            labels: { severity: 's1', svc_environment_name: 'production', gitlab_environment_name: 'production' },
            annotations: {
              title: 'Down',
              svc_incident_markdown: '# Do',
              gitlab_incident_markdown: '# Do',
              svc_y_label: 'ups',
              gitlab_y_label: 'ups',
            },
          },
          { startsAt: at, status: 'resolved', labels: {}, annotations: {} },
        ],
      },
      responds,
      also: [
        {
          call: (api) =>
            api.alerts.resolveMetrics(endpoints.metrics(api), {
              alerts: [
                { startsAt: at, generatorURL: 'http://host?g0.expr=up' },
                { startsAt: at, endsAt: at },
              ],
            }),
          sends: {
            ...metrics,
            status: 'resolved',
            alerts: [
              {
                startsAt: at,
                generatorURL: 'http://host?g0.expr=up',
                status: 'resolved',
                endsAt: end_time,
                labels: {},
                annotations: {},
              },
              { startsAt: at, status: 'resolved', endsAt: at, labels: {}, annotations: {} },
            ],
          },
        },
      ],
      unused: 'An `Alert` is sent in the generic format; this one is for metrics managers.',
      test: ['emulator/test/alert-metrics', 'stores an alert with all its fields'],
    },
  ],
  'The service issues a URL for each integration, outside `/api/v4`: first the endpoints of the generic format, then the ones of the ' +
    'metrics format. The API leaves their paths open; these are those that GitLab and the emulator issue.',
)

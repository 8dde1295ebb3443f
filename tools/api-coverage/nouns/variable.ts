import type { Client } from '../../../sdk'
import { noun } from '../endpoint'
import { group, project } from './ids'

const body = { key: 'DEPLOY_URL', value: 'https://example.com', environment_scope: 'review/*' }
const reviews = { environment_scope: 'review/*' }
const filter = '`environmentScope`'
const all = {
  value: 'xxxxxxxx',
  protected: true,
  masked: true,
  raw: false,
  variable_type: 'file',
  environment_scope: 'review/*',
  description: 'x',
} as const

const test = (title: string) => ['emulator/test/variable', title] as const

/** The variables of projects and those of groups have the same endpoints. */
const variablesOf = (
  parents: 'Project' | 'Group',
  parent: string,
  path: '/projects' | '/groups',
  variable: `/${string}`,
) => {
  const of = ({ projectVariables, groupVariables }: Client) =>
    path === '/projects' ? projectVariables : groupVariables
  return noun(`${parents} variables`, (api) => of(api).create(parent, body), [
    {
      endpoint: `GET ${path}/:id/variables`,
      call: (api) => of(api).list(parent),
      test: test('lists variables in the order of creation'),
    },
    {
      endpoint: `GET ${path}/:id/variables/:key`,
      without: { filter },
      call: (api) => of(api).get(parent, 'DEPLOY_URL', reviews),
      path: variable,
      sends: 'filter%5Benvironment_scope%5D=review%2F*',
      variants: [{ call: (api) => of(api).get(parent, 'DEPLOY_URL') }],
      test: test('creates and reads a variable with all fields'),
    },
    {
      endpoint: `POST ${path}/:id/variables`,
      call: (api) => of(api).create(parent, { key: 'OTHER', masked_and_hidden: false, ...all }),
      sends: { key: 'OTHER', masked_and_hidden: false, ...all },
      test: test('creates and reads a variable with all fields'),
    },
    {
      endpoint: `PUT ${path}/:id/variables/:key`,
      call: (api) => of(api).update(parent, 'DEPLOY_URL', all, reviews),
      path: variable,
      sends: { filter: { environment_scope: 'review/*' }, ...all },
      variants: [{ call: (api) => of(api).update(parent, 'DEPLOY_URL', { value: '' }), sends: { value: '' } }],
      test: test('updates the sent fields, and never the key'),
    },
    {
      endpoint: `DELETE ${path}/:id/variables/:key`,
      call: (api) => of(api).delete(parent, 'DEPLOY_URL', reviews),
      path: variable,
      sends: 'filter%5Benvironment_scope%5D=review%2F*',
      variants: [{ call: (api) => of(api).delete(parent, 'DEPLOY_URL') }],
      test: test('requires a filter to read or delete one of several variables with the same key'),
    },
  ])
}

export const projectVariables = variablesOf(
  'Project',
  project,
  '/projects',
  '/projects/acme%2Fweb/variables/DEPLOY_URL',
)
export const groupVariables = variablesOf('Group', group, '/groups', '/groups/acme%2Fplatform/variables/DEPLOY_URL')

import type { Client } from '../../../sdk'
import { noun } from '../endpoint'
import { group, project } from './ids'

const body = { key: 'DEPLOY_URL', value: 'https://example.com', environment_scope: 'production' }
const production = { environment_scope: 'production' }
const filter = '`environmentScope`'
const fields = ['value', 'protected', 'masked', 'raw', 'variable_type', 'environment_scope', 'description']
const all = { protected: true, masked: true, raw: true, variable_type: 'file' as const, description: 'x' }

const test = (title: string) => ['emulator/test/variable', title] as const

/** The variables of projects and those of groups have the same endpoints. */
const variablesOf = (parents: 'Project' | 'Group', parent: number, path: '/projects' | '/groups') => {
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
      parameters: ['filter'],
      without: { filter },
      call: (api, { key }) => of(api).get(parent, key, production),
      test: test('creates and reads a variable with all fields'),
    },
    {
      endpoint: `POST ${path}/:id/variables`,
      parameters: ['key', 'masked_and_hidden', ...fields],
      call: (api) => of(api).create(parent, { ...body, ...all, key: 'OTHER', masked_and_hidden: false }),
      test: test('creates and reads a variable with all fields'),
    },
    {
      endpoint: `PUT ${path}/:id/variables/:key`,
      parameters: ['filter', ...fields],
      call: (api, { key }) => of(api).update(parent, key, { ...all, ...production, value: 'x'.repeat(8) }, production),
      test: test('updates the sent fields, and never the key'),
    },
    {
      endpoint: `DELETE ${path}/:id/variables/:key`,
      parameters: ['filter'],
      call: (api, { key }) => of(api).delete(parent, key, production),
      test: test('requires a filter to read or delete one of several variables with the same key'),
    },
  ])
}

export const projectVariables = variablesOf('Project', project, '/projects')
export const groupVariables = variablesOf('Group', group, '/groups')

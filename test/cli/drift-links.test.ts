import type { Finding } from '../../cli/drift/finding'
import { valuesOf, withWebUrl } from '../../cli/drift/web-url'
import { definitionOf } from '../../provider/command-line/objects'
import type { Json } from '../../provider/core/schema/json'
import { kinds } from '../../provider/kinds'
import { finding } from '../support/drift-report'

/** The pages below that of the project or group, for objects with these values. */
const pages: Readonly<Record<string, [values: Json, page: string]>> = {
  label: [{ name: 'area: a/b (new)' }, '-/labels?search=area%3A%20a%2Fb%20%28new%29'],
  'freeze-period': [{}, '-/settings/ci_cd#js-deploy-freeze-settings'],
  'protected-environment': [{}, '-/settings/ci_cd#js-protected-environments-settings'],
  'trigger-token': [{}, '-/settings/ci_cd#js-pipeline-triggers'],
  'remote-mirror': [{}, '-/settings/repository#js-push-remote-settings'],
  'group-access-token': [{}, '-/settings/access_tokens'],
  'project-access-token': [{}, '-/settings/access_tokens'],
  'issue-link': [{ issueIid: 12 }, '-/issues/12'],
  'label-subscription': [{}, '-/labels'],
  'pipeline-run': [{ pipelineId: 7 }, '-/pipelines/7'],
  vulnerability: [{ vulnerabilityId: 3 }, '-/security/vulnerabilities/3'],
  'protected-tag': [{}, '-/settings/repository#js-protected-tags-settings'],
  'protected-branch': [{}, '-/settings/repository#js-protected-branches-settings'],
  'approval-rule': [{}, '-/settings/merge_requests'],
  'approval-settings': [{}, '-/settings/merge_requests'],
}

const base = 'https://gitlab.example.com'

const urlOf = (given: Partial<Finding>, kind: string, values: Json, instance = base) =>
  withWebUrl(finding(1, given), instance, definitionOf(kind), values).webUrl

it.each(kinds)('names the page of the kind %s below its project or group, or the reason why there is none', (kind) => {
  const { page, identity } = definitionOf(kind)
  if (typeof page === 'string') expect(page).toMatch(/^[A-Z].*\.$/)
  else {
    expect(page({})).toMatch(/^(?:-\/[\w#/-]+|edit)$/)
    expect(identity.parent).toBeDefined()
  }
})

it.each(Object.entries(pages))('links to the page of the kind %s on GitLab', (kind, [values, page]) => {
  const isOfGroup = definitionOf(kind).identity.parent === 'group'
  const place = isOfGroup ? ({ parent: 'acme/team', parentKind: 'group' } as const) : {}
  expect(urlOf(place, kind, values)).toBe(`${base}/${isOfGroup ? 'groups/acme/team' : 'acme/web'}/${page}`)
})

it('does not link to kinds without a page', () => {
  expect(urlOf({}, 'repository-storage-move', {})).toBeUndefined()
})

describe('the link to an object', () => {
  it('begins with the path of the service', () => {
    expect(urlOf({}, 'trigger-token', {}, 'https://example.com/gitlab')).toBe(
      'https://example.com/gitlab/acme/web/-/settings/ci_cd#js-pipeline-triggers',
    )
  })

  it('leads to the project if only its id is known', () => {
    expect(urlOf({ parent: '17' }, 'label', { name: 'bug' })).toBe(`${base}/projects/17`)
  })

  it('does not exist for a group of which only the id is known', () => {
    expect(urlOf({ parent: '17', parentKind: 'group' }, 'group-access-token', {})).toBeUndefined()
  })

  it('contains neither credentials of the base URL nor another protocol', () => {
    expect(urlOf({}, 'freeze-period', {}, 'https://user:pass@example.com')).toMatch(/^https:\/\/example\.com\/acme/)
    expect(urlOf({}, 'freeze-period', {}, 'javascript:alert(1)')).toBeUndefined()
    expect(urlOf({}, 'freeze-period', {}, 'example.com')).toBeUndefined()
  })

  it('encodes the path of the project', () => {
    expect(urlOf({ parent: 'acme/a b?c#d' }, 'label', {})).toBe(`${base}/acme/a%20b%3Fc%23d/-/labels`)
  })

  describe('of an object whose name is a secret', () => {
    const resource = (secrets: string[], inputs: Json) => ({
      urn: 'urn',
      type: 'type',
      inputs,
      outputs: {},
      secretInputs: new Set(secrets),
      ignoreChanges: [],
    })

    it('does not contain the name of a single resource', () => {
      const values = valuesOf(finding(1), resource(['name'], { name: 'hush' }), { name: 'hush2', color: '#FF0000' })
      expect(values).toEqual({ color: '#FF0000' })
      expect(urlOf({}, 'label', values)).toBe(`${base}/acme/web/-/labels`)
    })

    it.each([['items.a.name'], ['items.a'], ['items']])('does not contain the name of an item if %s is one', (path) => {
      const inputs = { items: { a: { name: 'hush' }, b: { name: 'hush' } } }
      expect(valuesOf(finding(1, { item: 'a' }), resource([path], inputs), inputs)).toEqual({})
    })
  })

  it('has the live name of a renamed object', () => {
    const resource = {
      urn: 'urn',
      type: 'type',
      inputs: { items: { a: { name: 'old' } } },
      outputs: {},
      secretInputs: new Set<string>(),
      ignoreChanges: [],
    }
    expect(valuesOf(finding(1, { item: 'a' }), resource, { items: { a: { name: 'new' } } })).toEqual({ name: 'new' })
    expect(valuesOf(finding(1, { item: 'a' }), resource)).toEqual({ name: 'old' })
  })
})

import { check } from '../../provider/core/schema/check'
import type { Json } from '../../provider/core/schema/json'
import { UNKNOWN } from '../../provider/core/schema/unknown'
import { groupAccessToken } from '../../provider/resources/group-access-token'
import { label } from '../../provider/resources/label'
import { pipelineRun } from '../../provider/resources/pipeline-run'
import { protectedEnvironment } from '../../provider/resources/protected-environment'
import { provider } from '../../provider/runtime'

const now = () => new Date('2026-06-15T12:00:00Z')
const bug = { project: 'acme/web', name: 'bug', color: 'red' }
const inTime = (work: () => { failures: unknown[] }) => {
  const began = performance.now()
  expect(work().failures).not.toEqual([])
  expect(performance.now() - began).toBeLessThan(2_000)
}

it.each([null, 17n, []])('reports an item of a set that is not an object: %p', async (item) => {
  const { failures } = await provider('label-set').check!({}, { project: 'acme/web', items: { bug: item } })
  expect(failures).not.toEqual([])
})

it.each<[string, Json]>([
  ['project', { ...bug, project: [UNKNOWN] }],
  ['name', { ...bug, name: [UNKNOWN, 'x'] }],
])('reports a list with an unknown value in place of another type: %s', (name, args) => {
  expect(check(label, {}, args, now).failures.map(({ property }) => property)).toEqual([name])
})

it('limits the number of reported failures', () => {
  const variables = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`V${at}`, { at }]))
  const { failures } = check(pipelineRun, {}, { project: 'acme/web', ref: 'main', variables }, now)
  expect(failures.length).toBeLessThanOrEqual(1_000)
})

it('reports values that are nested too deeply', () => {
  const nested = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as Json
  expect(check(label, {}, { ...bug, description: nested }, now).failures).toEqual([
    { property: 'description', reason: 'description must be nested at most 100 levels deep' },
  ])
})

it('checks a long string in linear time', () => {
  const long = 500_000
  inTime(() => check(label, {}, { ...bug, project: `a${'/'.repeat(long)}b` }, now))
  inTime(() => check(label, {}, { ...bug, color: '//'.repeat(long) }, now))
  const token = { group: 'acme', name: 'x', scopes: ['api'], expiresAt: 'T'.repeat(long) }
  inTime(() => check(groupAccessToken, {}, token, now))
})

it('shortens a long name in a message', () => {
  const [failure] = check(label, {}, { ...bug, ['x'.repeat(1_000_000)]: 1 }, now).failures
  expect(failure?.reason.length).toBeLessThan(500)
})

it.each(['a/../b', '..\\b', './a'])('rejects an environment name that cannot be part of a request path: %s', (name) => {
  const args = { project: 'acme/web', name, deployAccessLevels: [{ accessLevel: 40 }] }
  expect(check(protectedEnvironment, {}, args, now).failures.map(({ property }) => property)).toEqual(['name'])
})

it.each(['Fix \ud800', '\udfff'])('rejects an unpaired surrogate, which no service stores', (name) => {
  expect(check(label, {}, { ...bug, name }, now).failures.map(({ property }) => property)).toEqual(['name'])
})

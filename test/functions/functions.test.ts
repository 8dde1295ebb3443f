import { type Output, output, secret, unknown } from '@pulumi/pulumi/output'
import { ComponentResource } from '@pulumi/pulumi/resource'
import { type MockCallArgs, setMocks } from '@pulumi/pulumi/runtime/mocks'
import { resetOptions } from '@pulumi/pulumi/runtime/settings'
import {
  getCurrentUser,
  getFreezePeriod,
  type getGroupAccessTokens,
  getGroups,
  getIssues,
  getJobQueueMetrics,
  getLabel,
  getLabels,
  getPipelines,
  getProject,
  getProjects,
  getProtectedEnvironments,
  getRemoteMirrors,
  getTriggerTokens,
  getUser,
  type getUsers,
  getVersion,
  type getVulnerabilityFindings,
  Label,
  Provider,
} from '../../provider'
import type { SnakeCase } from '../../provider/core/schema/camel-case'
import type {
  AccessTokenListParams,
  GroupListParams,
  IssueListParams,
  LabelListParams,
  PipelineListParams,
  ProjectListParams,
  UserListParams,
  VulnerabilityFindingListParams,
} from '../../sdk'
import { isKnown, isSecret, valueOf } from '../support/output'
import { onBothFlavors } from './support/service'

/** The parameters of a list that its function does not take. */
type Missing<Params, Ask extends (...args: never[]) => unknown> = Exclude<
  keyof Params,
  'per_page' | keyof SnakeCase<NonNullable<Parameters<Ask>[0]>>
>

/** The functions that return lists, except for the one that calls no service. */
type Lists = {
  [
    K in Exclude<keyof Exports, 'freezeWindows'> as Exports[K] extends (...args: never[]) => Output<unknown[]>
      ? K
      : never
  ]: Exports[K]
}
type Exports = typeof import('../../provider')

onBothFlavors((service) => {
  const { emulator, as, asked } = service
  /** Ends the mocks of a test, or starts a preview. */
  const attach = ({ preview = false } = {}) => resetOptions('project', 'stack', -1, '', '', preview, '')
  afterEach(() => {
    jest.restoreAllMocks()
    attach()
  })

  describe('arguments', () => {
    it('accepts plain values, promises and outputs, also in lists', async () => {
      const given = { project: Promise.resolve('acme/web'), iids: [1, output(2)], sort: output('asc' as const) }
      expect(await valueOf(getIssues({ ...given, orderBy: output('created_at' as const) }))).toHaveLength(2)
      expect(asked()).toEqual([
        'GET /projects/acme%2Fweb/issues?iids%5B%5D=1&iids%5B%5D=2&sort=asc&order_by=created_at&per_page=100',
      ])
    })

    it('accepts omitted optional arguments, and treats null as omitted', async () => {
      expect(await valueOf(getGroups())).toHaveLength(2)
      const nothing = null as unknown as undefined
      expect(await valueOf(getProjects({ search: nothing, limit: nothing, orderBy: undefined }))).toHaveLength(3)
      expect(asked()).toEqual(['GET /groups?per_page=100', 'GET /projects?per_page=100'])
    })

    it('has an argument for every parameter of the client, except the page size', () => {
      type Withheld =
        | Missing<AccessTokenListParams, typeof getGroupAccessTokens>
        | Exclude<Missing<GroupListParams, typeof getGroups>, 'pagination'>
        | Missing<IssueListParams, typeof getIssues>
        | Missing<LabelListParams, typeof getLabels>
        | Missing<PipelineListParams, typeof getPipelines>
        | Missing<ProjectListParams, typeof getProjects>
        | Missing<UserListParams, typeof getUsers>
        | Missing<VulnerabilityFindingListParams, typeof getVulnerabilityFindings>
      const offersAll: [Withheld] extends [never] ? true : Withheld = true
      expect(offersAll).toBe(true)
    })
  })

  describe('results', () => {
    it('returns a secret if an argument is a secret', async () => {
      await service.api.labels.create(1, { name: 'bug', color: '#FF0000' })
      const open = getLabel({ project: 1, label: 'bug' })
      const hidden = getLabel({ project: 1, label: secret('bug') })
      expect([await valueOf(open), await isSecret(open)]).toMatchObject([{ name: 'bug' }, false])
      expect([await valueOf(hidden), await isSecret(hidden)]).toMatchObject([{ name: 'bug' }, true])
    })

    it('returns an unknown value in a preview with an unknown argument', async () => {
      attach({ preview: true })
      const labels = getLabels({ project: output(unknown as number) })
      expect(await isKnown(labels)).toBe(false)
      expect(asked()).toEqual([])
    })

    it('returns an unknown value in a preview if an argument depends on a planned resource', async () => {
      // Without an engine, no resource has an id in a preview.
      attach({ preview: true })
      const bug = new Label('bug', { project: 1, name: 'bug', color: 'red' })
      const team = new ComponentResource('test:index:Team', 'team')
      new Label('feature', { project: 1, name: 'feature', color: 'red' }, { parent: team })
      const label = getLabel({ project: bug.project, label: bug.name })
      expect(await isKnown(bug.name)).toBe(true)
      expect(await isKnown(label)).toBe(false)
      expect(await isKnown(getLabels({ project: 1 }, { dependsOn: bug }))).toBe(false)
      expect(await isKnown(getLabels({ project: 1 }, { dependsOn: output([Promise.resolve(team)]) }))).toBe(false)
      expect(asked()).toEqual([])
      // A provider need not exist before it is used.
      const provider = new Provider('other', { baseUrl: emulator.url, token: 'emulator-developer' })
      expect(await valueOf(getCurrentUser({ provider }))).toMatchObject({ username: 'developer' })
      expect(await valueOf(getLabels({ project: 1 }))).toEqual([])
    })
  })

  describe('mocks', () => {
    const mocked = async (call: (args: MockCallArgs) => object, preview = false) => {
      const calls: MockCallArgs[] = []
      const newResource = ({ name, inputs }: { name: string; inputs: object }) => ({ id: name, state: inputs })
      await setMocks({ newResource, call: (args) => (calls.push(args), call(args)) }, 'project', 'stack', preview)
      return calls
    }

    it('returns the result of a mock without any request', async () => {
      delete process.env.TRUEUP_TOKEN
      const calls = await mocked(({ token }) =>
        token.endsWith('getVersion') ? { version: '18.9.0' } : { name: 'bug' },
      )
      const provider = new Provider('other', { baseUrl: emulator.url })
      const bug = getLabel(
        { project: output('acme/web'), label: 'bug', includeAncestorGroups: undefined },
        { provider },
      )
      expect(await valueOf(bug)).toEqual({ name: 'bug' })
      expect(await valueOf(getVersion())).toEqual({ version: '18.9.0' })
      expect(calls).toMatchObject([
        { token: 'trueup:index:getLabel', inputs: { project: 'acme/web', label: 'bug' } },
        { token: 'trueup:index:getVersion', inputs: {}, provider: '' },
      ])
      expect(calls[0]?.provider).toContain('::other')
      expect(asked()).toEqual([])
    })

    it('returns a list of a mock, plain or in an object', async () => {
      const labels = [{ name: 'bug' }, { name: 'ops' }]
      for (const [result, list] of [
        [labels, labels],
        [labels.slice(1), labels.slice(1)],
        [{ result: labels }, labels],
        [{ result: [] }, []],
        [{}, []],
      ] as const) {
        await mocked(() => result)
        expect(await valueOf(getLabels({ project: 1 }))).toEqual(list)
      }
    })

    it('keeps secret and unknown results of mocks', async () => {
      await mocked(() => ({}), true)
      const results = [
        getTriggerTokens({ project: 1 }),
        getLabel({ project: 1, label: secret('bug') }),
        getLabels({ project: 1 }),
      ]
      expect(await Promise.all(results.map(isSecret))).toEqual([true, true, false])
      const unknownYet = getLabels({ project: output(unknown as number) })
      expect([await isKnown(unknownYet), await isKnown(results[2]!)]).toEqual([false, true])
    })
  })

  describe('an explicit provider', () => {
    const providerOf = async (args: ConstructorParameters<typeof Provider>[1]) => {
      await setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) })
      const provider = new Provider('other', args)
      await valueOf(provider.id)
      attach()
      return provider
    }

    it('uses an explicit provider instead of the environment', async () => {
      const provider = await providerOf({ baseUrl: output(emulator.url), token: secret('emulator-developer') })
      process.env.TRUEUP_BASE_URL = 'http://127.0.0.1:9'
      const user = getCurrentUser({ provider })
      expect(await valueOf(user)).toMatchObject({ username: 'developer' })
      expect(await isSecret(user)).toBe(false)
      expect(await valueOf(getVersion({ provider }))).toHaveProperty('version')
      expect(await valueOf(getProject({ project: 3 }, { provider }))).toMatchObject({ path: 'infra' })
    })

    it('names the token of an explicit provider in an error', async () => {
      const provider = await providerOf({ baseUrl: emulator.url, token: 'nonsense' })
      await expect(valueOf(getCurrentUser({ provider }))).rejects.toThrow(
        /^getCurrentUser failed\. GET \/api\/v4\/user: 401 .*access token from the provider's token is wrong/,
      )
    })
  })

  describe('failures', () => {
    const failureOf = async (asking: Promise<unknown>) =>
      (await asking.then(
        () => undefined,
        (error: unknown) => error,
      )) as Error

    it('names the function, the request, the cause and a remedy in an error', async () => {
      const { message, stack } = await failureOf(valueOf(getLabel({ project: 'acme/web', label: 'bug' })))
      expect(message).toMatch(
        /^getLabel failed\. GET \/api\/v4\/projects\/acme%2Fweb\/labels\/bug: 404 [^.]*\(request /,
      )
      expect(message).toMatch(/token \(from TRUEUP_TOKEN\) cannot see it: check project acme\/web and the base URL/)
      expect(message).not.toContain('..')
      expect(stack).toBe('')
      await expect(valueOf(getUser({ user: 99 }))).rejects.toThrow(/404 .*check user 99 and/)
    })

    it('distinguishes an invalid token from a missing role', async () => {
      as('nonsense')
      const { message } = await failureOf(valueOf(getProject({ project: 1 })))
      expect(message).toMatch(/401 .*access token from TRUEUP_TOKEN is wrong, expired or revoked/)
      expect(message).not.toContain('nonsense')
      as('developer')
      await expect(valueOf(getRemoteMirrors({ project: 1 }))).rejects.toThrow(
        /401 .*Managing remote mirrors requires the Maintainer role/,
      )
      await expect(valueOf(getJobQueueMetrics())).rejects.toThrow(
        /403 .*requires an administrator of a self-managed service/,
      )
      as('guest')
      await expect(valueOf(getFreezePeriod({ project: 1, freezePeriod: 1 }))).rejects.toThrow(
        /403 .*Reading freeze periods requires the Reporter role/,
      )
    })

    it('names the base URL and its source when the service is not reachable', async () => {
      process.env.TRUEUP_BASE_URL = 'http://127.0.0.1:9'
      // Retries come without delay.
      jest.spyOn(Math, 'random').mockReturnValue(0)
      await expect(valueOf(getVersion())).rejects.toThrow(
        /^getVersion failed\. .*Is http:\/\/127\.0\.0\.1:9 \(base URL from TRUEUP_BASE_URL\) right and reachable/,
      )
    })

    it('explains where to set a missing token', async () => {
      delete process.env.TRUEUP_TOKEN
      const { message } = await failureOf(valueOf(getVersion()))
      expect(message).toMatch(/^getVersion failed\. no access token for .* set it in TRUEUP_TOKEN.*configuration\.$/)
    })

    it('hides a secret argument in an error in any encoding', async () => {
      const { message } = await failureOf(valueOf(getLabel({ project: 'acme/web', label: secret('a secret') })))
      expect(message).toMatch(/labels\/\[redacted\]: 404/)
      expect(message).not.toMatch(/a.*secret/)
      const { message: other } = await failureOf(valueOf(getLabels({ project: secret('acme/hidden') })))
      expect(other).toMatch(/projects\/\[redacted\]\/labels: 404 .*project \[redacted\]/)
      expect(other).not.toContain('hidden')
    })
  })

  describe('a limit', () => {
    /** 205 pipelines in addition to the three of the seed world. */
    const addPipelines = () => {
      const state = emulator.state()
      const pipelines = state.collections.pipelines!
      const [first] = pipelines.records
      for (let id = 9001; id <= 9205; id++) pipelines.records.push(Object.assign({ ...first! }, { id, iid: id }))
      emulator.setState(state)
      emulator.clearRequests()
    }

    it('fetches only the necessary pages for a limit', async () => {
      addPipelines()
      for (const [limit, length, requests] of [
        [0, 0, 0],
        [20, 20, 1],
        [100, 100, 1],
        [101, 101, 2],
        [208, 208, 3],
        [500, 208, 3],
        [undefined, 208, 3],
      ]) {
        expect(await valueOf(getPipelines({ project: 1, limit }))).toHaveLength(length!)
        expect(asked()).toHaveLength(requests!)
      }
    })

    it('accepts a limit for every list', async () => {
      for (const name of ['ops', 'bug', 'help']) await service.api.labels.create(1, { name, color: '#FF0000' })
      expect(await valueOf(getLabels({ project: 1, limit: 2 }))).toMatchObject([{ name: 'bug' }, { name: 'help' }])
      expect(await valueOf(getProtectedEnvironments({ project: 1, limit: 0 }))).toEqual([])
      type Limitless = {
        [K in keyof Lists]: 'limit' extends keyof NonNullable<Parameters<Lists[K]>[0]> ? never : K
      }[keyof Lists]
      const haveLimits: [Limitless] extends [never] ? true : Limitless = true
      expect(haveLimits).toBe(true)
    })

    it('applies a limit with keyset pagination', async () => {
      const some = await valueOf(getProjects({ pagination: 'keyset', limit: 2 }))
      expect(some.map(({ id }) => id)).toEqual([1, 2])
      expect(asked()).toEqual(['GET /projects?pagination=keyset&order_by=id&sort=asc&per_page=100'])
    })
  })
})

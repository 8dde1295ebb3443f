import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../sdk'
import { coverage, pageFile } from '../../tools/api-coverage/coverage'
import { nothing, noun } from '../../tools/api-coverage/endpoint'
import type { Reason } from '../../tools/api-coverage/reasons'
import { inRelease, newestRelease, type Release, uselessReasons } from '../../tools/api-coverage/release'
import { survey } from '../../tools/api-coverage/survey'
import { titlesIn } from '../../tools/api-coverage/titles'
import { expectUpToDate } from '../support/generated-file'

describe('docs/coverage.md', () => {
  it('matches the page that npm run docs writes, without problems', async () => {
    const { page, problems } = await coverage()
    expect(problems).toEqual([])
    expectUpToDate(pageFile, page)
  })

  it('has no empty cell', () => {
    const rows = readFileSync(pageFile, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(65)
    for (const row of rows) expect(row).not.toMatch(/\|\s*\|/)
  })
})

describe('the coverage fails', () => {
  type Declared = Parameters<typeof noun<void>>[2][number]
  const truth: Declared = {
    endpoint: 'GET /projects/:id/labels',
    call: (api) => api.labels.list(1),
    test: ['emulator/test/label', 'list › lists labels by title, including those of ancestor groups'],
  }
  const problemsOf = async (changes: Partial<Declared> = {}, make: (api: Client) => Promise<void> = nothing) =>
    (await survey([noun('Labels', make, [{ ...truth, ...changes }])])).problems.join('\n')

  it('reports no problem for a true row', async () => expect(await problemsOf()).toBe(''))

  it('reports that the client sends another request', async () => {
    const problem = /labels\.list sends GET \/api\/v4\/projects\/1\/labels\?/
    for (const endpoint of [
      'POST /projects/:id/labels',
      'GET /projects/:id/label',
      'GET /projects/:id/labels?search=<text>',
    ] as const) {
      expect(await problemsOf({ endpoint })).toMatch(problem)
    }
  })

  it('reports a missing method', async () => {
    const call: Declared['call'] = (api) => (Reflect.get(api.labels, 'burn') as () => Promise<void>)()
    expect(await problemsOf({ call })).toContain('the client has no labels.burn')
    expect(await problemsOf({ also: [{ call }] })).toContain('the client has no labels.burn')
  })

  it('reports a parameter that the client, the emulator or the provider does not have', async () => {
    const searched: Declared['call'] = (api) => api.labels.list(1, { search: 'bug' })
    expect(await problemsOf({ parameters: ['search'], call: searched })).toBe('')
    expect(await problemsOf({ parameters: ['search', 'with_counts'], call: searched })).toBe(
      'GET /projects/:id/labels: the client does not send with_counts',
    )
    const unknown: Declared['call'] = (api) => api.labels.list(1, { colour: 'red' } as object)
    expect(await problemsOf({ parameters: ['colour'], call: unknown })).toBe(
      [
        'GET /projects/:id/labels: the emulator ignores colour',
        'GET /projects/:id/labels: getLabels has no argument for colour: give a reason in `without`',
      ].join('\n'),
    )
  })

  it('reports an unnecessary reason for a parameter, and a missing one for a parameter with another name', async () => {
    const call: Declared['call'] = (api) => api.labels.list(1, { search: 'bug' })
    expect(await problemsOf({ parameters: ['search'], call, without: { search: 'nobody looks' } })).toContain(
      'getLabels has an argument for search: remove the reason',
    )
    expect(await problemsOf({ parameters: ['search'], call, named: { search: 'text' } })).toContain(
      'getLabels has no argument for search: give a reason in `without`',
    )
  })

  it('reports a function without the query of its endpoint', async () => {
    const endpoint = 'GET /groups?pagination=keyset'
    const call: Declared['call'] = (api) => api.groups.list({ pagination: 'keyset' })
    const test: Declared['test'] = ['emulator/test/keyset', 'of groups › go by name for the anonymous']
    expect(await problemsOf({ endpoint, call, test })).toContain('nothing in the provider uses groups.list: say why')
  })

  it('reports a missing route', async () => {
    const call: Declared['call'] = (api) =>
      api.alerts.create({ endpointUrl: `${api.baseUrl}/acme/alerts`, authorizationKey: 'emulator-alert-key' }, {})
    expect(await problemsOf({ endpoint: 'POST /acme/alerts', outside: true, call })).toMatch(/404.*\(flavor spec\)/)
  })

  it('reports a missing route that another one serves', async () => {
    const make = async (api: Client): Promise<void> => {
      await api.labels.create(1, { name: 'special', color: 'red' })
    }
    const changes: Partial<Declared> = {
      endpoint: 'GET /projects/:id/labels/special',
      call: (api) => api.labels.get(1, 'special'),
    }
    expect(await problemsOf(changes, make)).toContain(
      'the emulator serves it with the route /api/v4/projects/:id/labels/:name',
    )
  })

  it('reports a route that is missing on one flavor', async () => {
    const problems = await problemsOf({
      endpoint: 'GET /jobqueue/queue_metrics',
      call: (api) => api.jobQueueMetrics.queues(),
      unused: 'It is shown.',
    })
    expect(problems).toBe(
      'GET /jobqueue/queue_metrics: jobQueueMetrics.queues sends GET /api/v4/sidekiq/queue_metrics (flavor gitlab)',
    )
  })

  it('reports a missing test or test file', async () => {
    expect(await problemsOf({ test: ['emulator/test/label', 'list › is sorted by colour'] })).toContain(
      'emulator/test/label.test.ts has no tests "list › is sorted by colour"',
    )
    expect(await problemsOf({ test: ['emulator/test/lable', 'list'] })).toContain(
      'emulator/test/lable.test.ts has no tests',
    )
  })

  it('reports an unused endpoint without a reason, and an unnecessary reason', async () => {
    const retry: Partial<Declared> = {
      endpoint: 'POST /projects/:id/pipelines/:pipeline_id/retry',
      call: (api) => api.pipelines.retry(1, 1002),
    }
    expect(await problemsOf(retry)).toContain('nothing in the provider uses pipelines.retry: say why')
    expect(await problemsOf({ unused: 'It is not.' })).toContain('getLabels uses it')
  })
})

describe('the parameters of a release of GitLab', () => {
  const endpoint = 'POST /projects/:id/labels'
  const used = { endpoint, parameters: ['name'], users: ['Label', 'getLabels'] } as const
  const reason: Reason = { endpoints: [endpoint], parameters: ['shade'], reason: 'it is never shown' }
  const accepting = (...parameters: string[]): Release => ({ name: '20.0', endpoints: { [endpoint]: parameters } })
  const problemsOf = (release: Release, reasons: Reason[], one: Parameters<typeof inRelease>[2] = used) =>
    inRelease(release, reasons, one, () => ['name', 'policy'])?.problems

  it('contain the parameters of the newest file', () => {
    const { name, endpoints } = newestRelease()
    expect(name).toBe('19.3')
    expect(endpoints['PUT /projects/:id']).toContain('reviewer_assignment_strategy')
  })

  it('require an argument or a reason for each parameter', () => {
    expect(problemsOf(accepting('name'), [])).toEqual([])
    expect(problemsOf(accepting('name', 'shade'), [reason])).toEqual([])
    expect(problemsOf(accepting('name', 'shade'), [])).toEqual([
      'GitLab 20.0 accepts shade: add an argument, or a reason in tools/api-coverage/reasons.ts',
    ])
  })

  it('require arguments for the properties of a parameter', () => {
    const one = {
      endpoint: 'PUT /projects/:id',
      parameters: ['container_expiration_policy_attributes'],
      named: { container_expiration_policy_attributes: 'containerExpirationPolicy' },
      users: ['Project'],
    } as const
    const names = ['', '.keep_n', '.shade'].map((property) => `container_expiration_policy_attributes${property}`)
    const release: Release = { name: '20.0', endpoints: { 'PUT /projects/:id': names } }
    const { problems, withArgument } = inRelease(release, [], one, () => ['containerExpirationPolicy'])!
    expect(withArgument).toBe(2)
    expect(problems).toEqual([
      'GitLab 20.0 accepts container_expiration_policy_attributes.shade: add an argument, or a reason in tools/api-coverage/reasons.ts',
    ])
  })

  it('require that the client sends a parameter with an argument', () => {
    expect(problemsOf(accepting('name', 'policy'), [])).toEqual([
      'Label has an argument for policy: add it to `parameters`',
    ])
  })

  it('allow no reason for a parameter with an argument, or for one that does not exist', () => {
    expect(problemsOf(accepting('name'), [{ ...reason, parameters: ['name'] }])).toEqual([
      'Label has an argument for name: remove the reason',
    ])
    expect(uselessReasons(accepting('name'), [reason], [used])).toEqual([
      `${endpoint}: GitLab 20.0 does not have shade: remove the reason`,
    ])
    expect(uselessReasons(accepting('name'), [{ ...reason, endpoints: ['POST /shades'] }], [used])).toEqual([
      'POST /shades: there is no such endpoint: remove the reason',
    ])
  })

  it('contain each endpoint that a resource writes to', () => {
    const missing = 'the file of GitLab 20.0 does not contain it: add it'
    expect(problemsOf({ name: '20.0', endpoints: {} }, [])).toEqual([missing])
    const alert = { ...used, endpoint: 'POST /:group/:project/alerts/notify.json' } as const
    expect(problemsOf({ name: '20.0', endpoints: {} }, [], alert)).toEqual([])
    expect(problemsOf({ name: '20.0', endpoints: {} }, [], { ...used, users: ['getLabels'] })).toBeUndefined()
    expect(
      problemsOf({ name: '20.0', endpoints: {} }, [], { ...used, endpoint: 'GET /projects/:id/labels' }),
    ).toBeUndefined()
  })
})

it('finds the tests of a file that run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-coverage-'))
  try {
    const file = join(folder, 'x.test.ts')
    // This text is only parsed. Tests that are skipped in it must not be found.
    writeFileSync(
      file,
      `describe.each(['a', 'b'])('group %s', () => {
        it('runs', () => {})
        it.each\`a\`('runs with $a', () => {})
        it(\`runs as \${who}\`, () => {})
        it.skip('is skipped', () => {})
        test.todo('is to be written')
        describe.skip('with all', () => { it('is skipped, too', () => {}) })
        // it('is a comment', () => {})
      })
      xit('is crossed out', () => {})`,
    )
    expect(titlesIn(file)).toEqual(['group %s › runs', 'group %s › runs with $a', 'group %s › runs as ${who}'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

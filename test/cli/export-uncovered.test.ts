import { useExport } from '../support/export'

jest.setTimeout(60_000)

const exported = useExport({})
const { emulator, file, run } = exported

/** Lets a list respond as GitLab does, with its number of objects. The emulator does not have these lists. */
const list = (path: string, total: number | undefined, body: object | null = [{ id: 1 }]) =>
  emulator.fault({
    ...{ method: 'GET', path: `${path}(?:\\?|$)`, times: Infinity, status: 200, body },
    headers: total === undefined ? {} : { 'X-Total': String(total) },
  })
const refuse = (path: string, status: number, message: string) =>
  emulator.fault({ method: 'GET', path, times: Infinity, status, body: { message } })

const linesOf = (text: string) => text.match(/Not covered.*/g) ?? []

it('counts objects of kinds that Trueup does not manage, once for all projects and groups', async () => {
  list('/projects/1/pipeline_schedules', 12)
  list('/projects/2/pipeline_schedules', 3)
  list('/projects/3/pipeline_schedules', 0, [])
  list('/projects/\\d/deploy_keys', 1)
  list('/projects/\\d/badges', undefined, [{ kind: 'group' }, { kind: 'project' }])
  list('/projects/\\d/integrations', undefined, [{ inherited: true }, { inherited: false }])
  list('/projects/1/push_rule', undefined, { id: 1 })
  list('/projects/[23]/push_rule', undefined, null)
  list('/groups/10/hooks', 2)
  const { code, stdout } = await run('owner', '--group', 'acme')
  expect(code).toBe(0)
  expect(linesOf(stdout)[0]).toBe(
    'Not covered, because Trueup does not manage them: 2 group hooks in acme, 15 pipeline schedules in 2 projects, ' +
      '3 deploy keys in 3 projects, 1 push rule in acme/web, 3 badges in 3 projects, 3 integrations in 3 projects, ' +
      '2 invited groups in 2 projects and groups.',
  )
  expect(stdout).toContain('Not covered, but there are none: group protected branches, group protected environments.\n')
  expect(stdout).toMatch(/^Not covered, and not looked at: environments, .* instance\.$/m)
  for (const line of linesOf(stdout)) expect(file('README.md')).toContain(`\n- ${line}\n`)
})

it('says that kinds could not be counted, and why', async () => {
  list('/projects/1/pipeline_schedules', 0, [])
  refuse('/projects/1/deploy_keys', 403, '403 Forbidden')
  refuse('/projects/1/runners', 404, '404 Not Found')
  refuse('/projects/1/badges', 500, '500 Internal Server Error')
  list('/projects/1/integrations', undefined, 'no JSON' as never)
  const { code, stdout } = await run('owner', '--project', 'acme/web', '--format', 'json')
  expect(code).toBe(0)
  const { uncovered } = JSON.parse(stdout) as { uncovered: Record<'found' | 'none' | 'notCounted', unknown> }
  const parents = ['acme/web']
  expect(uncovered).toMatchObject({
    none: ['pipeline schedule'],
    notCounted: [
      { noun: 'deploy key', parents, reason: 'the token may not read them (403)' },
      { noun: 'deploy token', parents, reason: 'the service does not have them' },
      { noun: 'push rule', parents, reason: 'the service does not have them' },
      { noun: 'badge', parents, reason: 'the service responded with 500' },
      { noun: 'integration', parents, reason: 'the response could not be read' },
      { noun: 'project runner', parents, reason: 'the license or the token does not include them' },
    ],
  })
})

it('says that there are more if the service does not return the number', async () => {
  emulator.fault({
    ...{ method: 'GET', path: '/projects/1/deploy_keys', status: 200, body: [{ id: 1 }] },
    headers: { 'X-Next-Page': '2' },
  })
  const { stdout } = await run('owner', '--project', 'acme/web')
  expect(stdout).toContain('at least 1 deploy key in acme/web')
})

it('sends at most one request for each kind and project, and stops if the service does not have a kind', async () => {
  list('/projects/\\d/pipeline_schedules', 1)
  emulator.clearRequests()
  const { stdout } = await run('owner', '--group', 'acme')
  expect(stdout).toMatch(/^Not covered, and not counted: .*deploy keys, .*: the service does not have them\.$/m)
  const sent = (path: RegExp) => emulator.requests().filter((request) => path.test(request.path)).length
  expect(sent(/\/pipeline_schedules\?/)).toBe(3)
  expect(sent(/\/deploy_keys\?/)).toBe(1)
  expect(sent(/per_page=1$/)).toBe(3 + 5 + 8)
})

it('counts nothing with --no-counts, and reports that', async () => {
  const { stdout } = await run('owner', '--group', 'acme', '--no-counts')
  expect(emulator.requests().filter(({ path }) => /schedules|per_page=1$/.test(path))).toEqual([])
  expect(linesOf(stdout)).toEqual([])
  for (const text of [stdout, file('README.md')]) expect(text).toMatch(/deploy keys, were not counted: --no-counts\./)
})

it('keeps the numbers of an interrupted run', async () => {
  list('/projects/1/pipeline_schedules', 12)
  emulator.fault({ method: 'GET', path: '/projects/2/labels', status: 500, times: 20 })
  const args = ['--project', 'acme/web', '--project', 'acme/api']
  expect(await run('owner', ...args)).toMatchObject({ code: 1 })
  emulator.clearRequests()
  emulator.clearFaults()
  const { stdout } = await run('owner', ...args)
  expect(stdout).toContain('12 pipeline schedules in acme/web')
  expect(emulator.requests().filter(({ path }) => path.includes('/projects/1/'))).toEqual([])
})

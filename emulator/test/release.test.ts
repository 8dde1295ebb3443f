import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changes } from '../http/release'
import { useEmulator } from './support/emulator'

import { startEmulator } from '..'

const url = 'https://user:one@example.com/web.git'

describe('GitLab 19.3', () => {
  const emulator = useEmulator({ release: '19.3' })
  const mirrors = '/projects/1/remote_mirrors'

  it('has its version', async () => {
    expect((await emulator.get('/version')).body).toMatchObject({ version: '19.3.0-ee' })
  })

  it('refuses a second push mirror with the URL of another one, whatever its credentials', async () => {
    const { body } = await emulator.post(mirrors, { url })
    const taken = { status: 400, body: { message: { url: ['has already been taken'] } } }
    for (const other of [url, url.replace('one', 'two'), 'https://example.com/web.git'])
      expect(await emulator.post(mirrors, { url: other })).toMatchObject(taken)
    expect(await emulator.post(mirrors, { url: 'https://EXAMPLE.com/web.git' })).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/2/remote_mirrors', { url }, { as: 'root' })).toMatchObject({ status: 201 })
    await emulator.delete(`${mirrors}/${(body as { id: number }).id}`)
    expect(await emulator.post(mirrors, { url })).toMatchObject({ status: 201 })
  })

  it('refuses a push mirror of a project to itself', async () => {
    const base = ['You cannot mirror a repository to itself.']
    for (const own of ['/acme/web.git', '/acme/web/'])
      expect(await emulator.post(mirrors, { url: emulator.url + own })).toMatchObject({ body: { message: { base } } })
    expect(await emulator.post(mirrors, { url: `${emulator.url}/acme/api.git` })).toMatchObject({ status: 201 })
  })

  it('refuses an eleventh enabled push mirror', async () => {
    const make = (at: number, enabled: boolean) =>
      emulator.post(mirrors, { url: `https://example.com/${at}.git`, enabled })
    for (let at = 1; at <= 10; at++) expect(await make(at, true)).toMatchObject({ status: 201 })
    const base = ['Maximum number of push mirrors (10) exceeded for this project.']
    expect(await make(11, true)).toMatchObject({ status: 400, body: { message: { base } } })
    const { id } = (await make(12, false)).body as { id: number }
    expect(await emulator.put(`${mirrors}/${id}`, { enabled: true })).toMatchObject({ body: { message: { base } } })
  })

  it('archives labels, which removes their priorities', async () => {
    const labels = '/projects/1/labels'
    await emulator.post(labels, { name: 'bug', color: 'red', priority: 1 })
    const archived = { archived: true, priority: null }
    expect((await emulator.put(`${labels}/bug`, { archived: true })).body).toMatchObject(archived)
    expect((await emulator.put(`${labels}/bug`, { priority: 2 })).body).toMatchObject(archived)
    expect((await emulator.get(`${labels}?archived=true`)).body).toMatchObject([{ name: 'bug' }])
    expect((await emulator.get(`${labels}?archived=false`)).body).toEqual([])
    const back = { archived: false, priority: 3 }
    expect((await emulator.put(`${labels}/bug`, back)).body).toMatchObject(back)
    expect(await emulator.put(`${labels}/bug`, { archived: null })).toMatchObject({ status: 500 })
  })

  it('archives groups with all their contents', async () => {
    const asOwner = { as: 'owner' }
    expect(await emulator.post('/groups/10/archive', {})).toMatchObject({ status: 403 })
    expect(await emulator.post('/groups/10/archive', {}, asOwner)).toMatchObject({
      status: 200,
      body: { archived: true },
    })
    for (const path of ['/groups/11', '/projects/3'])
      expect(await emulator.get(path, asOwner)).toMatchObject({ body: { archived: true } })
    expect((await emulator.get('/groups?archived=false', asOwner)).body).toMatchObject([{ id: 12 }])
    expect((await emulator.get('/projects?active=true', asOwner)).body).toEqual([])
    const label = { name: 'x', color: 'red' }
    for (const [path, fields] of [
      ['/projects/1/labels', label],
      ['/groups/11/labels', label],
      ['/groups/10/variables', { key: 'A', value: 'b' }],
      ['/groups/10/members', { user_id: 7, access_level: 20 }],
      ['/groups', { name: 'x', path: 'x', parent_id: 10 }],
      ['/groups/11/transfer', { group_id: 12 }],
    ] as const)
      expect([path, (await emulator.post(path, fields, asOwner)).status]).toEqual([path, 403])
    expect(await emulator.get('/groups/10/protected_environments', asOwner)).toMatchObject({ status: 403 })
    expect(await emulator.post('/projects', { name: 'x', namespace_id: 10 }, asOwner)).toMatchObject({ status: 400 })
    expect(await emulator.post('/projects/1/unarchive', {}, asOwner)).toMatchObject({
      status: 400,
      body: { message: 'Cannot unarchive project since one of the ancestors is archived.' },
    })
    expect(await emulator.post('/groups/10/archive', {}, asOwner)).toMatchObject({ status: 422 })
    expect(await emulator.post('/groups/11/unarchive', {}, asOwner)).toMatchObject({ status: 422 })
    expect(await emulator.post('/groups/10/unarchive', {}, asOwner)).toMatchObject({ body: { archived: false } })
    expect(await emulator.get('/projects/3', asOwner)).toMatchObject({ body: { archived: false } })
  })

  it('refuses changes and transfers of projects that are archived or marked for deletion', async () => {
    const asOwner = { as: 'owner' }
    await emulator.post('/projects/2/archive', {}, asOwner)
    await emulator.delete('/projects/1', asOwner)
    expect(await emulator.get('/projects/1', asOwner)).toMatchObject({ body: { can_create_merge_request_in: false } })
    for (const path of ['/projects/1/labels', '/projects/1/environments', '/projects/1/triggers'])
      expect((await emulator.post(path, { name: 'x', color: 'red', description: 'x' }, asOwner)).status).toBe(403)
    for (const id of [1, 2])
      expect((await emulator.put(`/projects/${id}/transfer`, { namespace: 12 }, asOwner)).status).toBe(403)
  })

  it('has the role Security Manager, which only an owner can give', async () => {
    const member = { user_id: 7, access_level: 25 }
    expect(await emulator.post('/projects/1/members', member)).toMatchObject({ status: 403 })
    expect(await emulator.post('/projects/1/members', member, { as: 'owner' })).toMatchObject({ status: 201 })
    expect(await emulator.post('/projects/1/protected_branches', { name: 'b', push_access_level: 25 })).toMatchObject({
      status: 400,
    })
  })

  it('takes longer descriptions of groups, and fails for paths that are null', async () => {
    const put = (fields: object) => emulator.put('/groups/10', fields, { as: 'owner' })
    expect(await put({ description: 'x'.repeat(2000) })).toMatchObject({ status: 200 })
    const tooLong = { 'namespace_details.description': ['is too long (maximum is 2000 characters)'] }
    expect(await put({ description: 'x'.repeat(2001) })).toMatchObject({ status: 400, body: { message: tooLong } })
    expect(await put({ path: null })).toMatchObject({ status: 500 })
    expect(await emulator.put('/projects/1', { path: null })).toMatchObject({ status: 500 })
  })

  it('shows an inherited setting as null only in the response to the change that clears it', async () => {
    const name = 'built_in_project_templates_enabled'
    const put = (value: boolean | null) => emulator.put('/groups/10', { [name]: value }, { as: 'owner' })
    for (const [value, shown] of [
      [null, true],
      [false, false],
      [null, null],
      [null, true],
    ] as const) {
      expect(await put(value)).toMatchObject({ body: { [name]: shown } })
    }
  })

  it('stores settings of assistants', async () => {
    const ai_settings = { duo_workflow_mcp_enabled: true }
    expect(await emulator.put('/groups/10', { ai_settings_attributes: ai_settings }, { as: 'owner' })).toMatchObject({
      body: { ai_settings: { ...ai_settings, prompt_injection_protection_level: 'log_only' } },
    })
    expect(await emulator.put('/groups/10', { tool_approval_for_session_availability: 'x' }, { as: 'owner' })).toEqual(
      expect.objectContaining({ status: 400 }),
    )
  })

  it('takes no merge requests in a project that is marked for deletion', async () => {
    const field = 'can_create_merge_request_in'
    expect(await emulator.get('/projects/1')).toMatchObject({ body: { [field]: true } })
    await emulator.delete('/projects/1', { as: 'owner' })
    expect(await emulator.get('/projects/1')).toMatchObject({ body: { [field]: false } })
  })

  it('refuses titles of 100 characters, and uploads without a file', async () => {
    const put = (fields: object) => emulator.put('/projects/1', fields)
    const name = 'mr_default_title_template'
    expect(await put({ [name]: 'x'.repeat(99) })).toMatchObject({ status: 200 })
    expect(await put({ [name]: 'x'.repeat(100) })).toMatchObject({
      status: 400,
      body: { error: `${name} ${name} must be less than 100 characters` },
    })
    expect(await put({ avatar: 'x' })).toMatchObject({ status: 400, body: { error: 'avatar is invalid' } })
    expect(await put({ avatar: '' })).toMatchObject({ status: 200 })
  })

  it('refuses null for the number of approvals', async () => {
    expect(await emulator.put('/projects/1', { fallback_approvals_required: null })).toMatchObject({
      status: 400,
      body: { message: { approvals_before_merge: ['is not a number'] } },
    })
  })

  it('only lets owners change that no role can set variables of pipelines', async () => {
    const role = 'ci_pipeline_variables_minimum_override_role'
    await emulator.put('/projects/1', { [role]: 'no_one_allowed' }, { as: 'owner' })
    expect(await emulator.put('/projects/1', { [role]: 'developer' })).toMatchObject({ status: 400 })
    expect(await emulator.put('/projects/1', { [role]: 'developer' }, { as: 'owner' })).toMatchObject({ status: 200 })
  })

  it('makes approval rules for the coverage, which can have a minimum', async () => {
    const rules = '/projects/1/approval_rules'
    const rule = { name: 'Coverage-Check', approvals_required: 1, report_type: 'code_coverage' }
    const field = 'coverage_minimum_threshold'
    expect(await emulator.post(rules, { ...rule, [field]: 101 })).toMatchObject({
      status: 400,
      body: { message: { [field]: ['must be less than or equal to 100'] } },
    })
    expect(await emulator.post(rules, { ...rule, [field]: 82.5 })).toMatchObject({
      status: 201,
      body: { rule_type: 'report_approver', [field]: 82.5 },
    })
    expect(await emulator.post(rules, { name: 'any', approvals_required: 1, [field]: 80 })).toMatchObject({
      status: 400,
      body: { message: { [field]: ['must be blank'] } },
    })
  })

  it('tells whether a hook has secrets, and never the secrets', async () => {
    const token = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const hook = { url: 'https://203.0.113.1/hook', token: 'opensesame', signing_token: token }
    const made = await emulator.post('/projects/1/hooks', hook)
    expect(made.body).toMatchObject({ token_present: true, signing_token_present: true })
    expect(JSON.stringify(made.body)).not.toMatch(/opensesame|whsec/)
    expect(await emulator.post('/projects/1/hooks', { ...hook, signing_token: 'secret' })).toMatchObject({
      status: 422,
      body: { error: 'Signing token is invalid' },
    })
  })

  it('removes the token of a hook when its URL changes', async () => {
    const { body } = await emulator.post('/projects/1/hooks', { url: 'https://203.0.113.1/a', token: 'opensesame' })
    const { id } = body as { id: number }
    const change = (fields: object) => emulator.put(`/projects/1/hooks/${id}`, fields)
    expect((await change({ push_events: false })).body).toMatchObject({ token_present: true })
    expect((await change({ url: 'https://203.0.113.1/b' })).body).toMatchObject({ token_present: false })
  })

  it('refuses another spelling of the port of a push mirror', async () => {
    await emulator.post(mirrors, { url: 'https://example.com:0/web.git' })
    for (const same of ['https://example.com/web.git', 'https://example.com:/web.git'])
      expect(await emulator.post(mirrors, { url: same })).toMatchObject({ status: 400 })
    expect(await emulator.post(mirrors, { url: 'https://example.com:443/web.git' })).toMatchObject({ status: 201 })
  })

  it('sends the headers of a list with the error for a page that is too far', async () => {
    const page = '99999999999999999999'
    const { status, headers } = await emulator.get(`/projects/1/labels?page=${page}`)
    expect({ status, page: headers.get('x-page'), total: headers.get('x-total') }).toEqual({
      status: 500,
      page,
      total: '0',
    })
  })

  it('lets security managers read vulnerabilities', async () => {
    await emulator.post('/projects/1/members', { user_id: 7, access_level: 25 }, { as: 'owner' })
    expect(await emulator.get('/projects/1/vulnerabilities', { as: 'outsider' })).toMatchObject({ status: 200 })
  })
})

describe('the Community Edition', () => {
  const emulator = useEmulator({ release: '19.3', tier: 'ce' })

  it('ignores users, groups and roles in the lists of protected branches and tags, and refuses unknown deploy keys', async () => {
    const entries = [{ user_id: 7 }, { group_id: 12 }, { access_level: 50 }]
    const branch = { name: 'b', allowed_to_push: entries, allowed_to_unprotect: 'x', unprotect_access_level: 'x' }
    expect(await emulator.post('/projects/1/protected_branches', branch)).toMatchObject({ status: 201 })
    const tag = { name: 'v*', allowed_to_create: entries }
    expect((await emulator.post('/projects/1/protected_tags', tag)).body).toMatchObject({
      create_access_levels: [{ access_level: 40 }],
    })
    const unknownKey = { name: 'w*', allowed_to_create: [{ deploy_key_id: 987_654_321 }] }
    expect(await emulator.post('/projects/1/protected_tags', unknownKey)).toMatchObject({ status: 422 })
  })
})

describe('GitLab 19.3 by tier', () => {
  const free = useEmulator({ release: '19.3', tier: 'free' })
  const community = useEmulator({ release: '19.3', tier: 'ce' })

  it('ignores settings of projects that need a license or the Enterprise Edition', async () => {
    const description = 'changed'
    for (const fields of [{ duo_sast_fp_detection_enabled: null }, { merge_request_title_regex: '[' }])
      expect(await free.put('/projects/1', { ...fields, description })).toMatchObject({ status: 200 })
    for (const fields of [{ merge_train_enforcement: 'x' }, { fallback_approvals_required: 'x' }])
      expect(await community.put('/projects/1', { ...fields, description })).toMatchObject({ status: 200 })
  })

  it('does not let authors approve because of null', async () => {
    const field = 'merge_requests_author_approval'
    expect(await free.post('/projects/1/approvals', { [field]: null })).toMatchObject({ body: { [field]: false } })
  })
})

it('loads push mirrors with the same URL, which an older release has accepted', async () => {
  const older = await startEmulator({ release: '18.9' })
  const newer = await startEmulator({ release: '19.3' })
  const headers = { 'PRIVATE-TOKEN': 'emulator-maintainer' }
  const post = { method: 'POST', headers, body: new URLSearchParams({ url }) }
  for (let count = 0; count < 2; count++) await fetch(`${older.url}/api/v4/projects/1/remote_mirrors`, post)
  newer.setState(older.state())
  const response = await fetch(`${newer.url}/api/v4/projects/1/remote_mirrors`, { headers })
  expect(await response.json()).toHaveLength(2)
  await older.close()
  await newer.close()
})

const documentation = readFileSync(join(__dirname, '..', '..', 'docs', 'testing-with-the-emulator.md'), 'utf8')

it.each(Object.entries(changes))('asks for the change %s where it says, and documents it', (name, change) => {
  const text = readFileSync(join(__dirname, '..', change.in), 'utf8')
  expect(text).toContain(`'${name}'`)
  expect(documentation).toContain(`- ${change.what}\n`)
})

import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { reportsOfPreview } from '../support/warnings-of-preview'

const group = 'acme'

/** Settings that GitLab 18.9 does not have, with their names and other values on the service. */
const later = {
  crmEnabled: [false, 'crm_enabled', true],
  resourceAccessTokenNotifyInherited: [true, 'resource_access_token_notify_inherited', false],
  lockResourceAccessTokenNotifyInherited: [true, 'lock_resource_access_token_notify_inherited', false],
  builtInProjectTemplatesEnabled: [false, 'built_in_project_templates_enabled', true],
  lockBuiltInProjectTemplatesEnabled: [true, 'lock_built_in_project_templates_enabled', false],
  aiSettings: [
    { duoWorkflowMcpEnabled: true, promptInjectionProtectionLevel: 'interrupt' },
    'ai_settings_attributes',
    { duo_workflow_mcp_enabled: false },
  ],
} as const
const names = Object.keys(later) as (keyof typeof later)[]
const declared = { group, ...Object.fromEntries(names.map((name) => [name, later[name][0]])) }

/** Settings that no response contains. */
const hidden = {
  duoRemoteFlowsAvailability: false,
  duoFoundationalFlowsAvailability: false,
  enabledFoundationalFlows: ['code_review'],
  modelPromptCacheEnabled: false,
  amazonQAutoReviewEnabled: true,
}
/** Those of them that GitLab 18.9 does not have. */
const laterHidden = {
  duoCustomAgentsAvailability: false,
  duoCustomFlowsAvailability: false,
  duoExternalAgentsAvailability: false,
  toolApprovalForSessionAvailability: 'never_on',
  duoTemplateProjectId: 1,
  aiAuditEventsStorageEnabled: true,
  lockAiAuditEventsStorageEnabled: true,
}

const older = useEmulator({ flavor: 'gitlab', release: '18.9' })
const specified = useEmulator({ flavor: 'spec' })
const community = useEmulator({ flavor: 'gitlab', tier: 'ce' })
const free = useEmulator({ flavor: 'gitlab', tier: 'free' })
const emulator = useEmulator({ flavor: 'gitlab' })
const options = ({ url } = emulator) => ({ url, token: 'emulator-owner' })
const engine = (on = emulator) => new Engine('group', options(on))
const writes = (on = emulator) =>
  on.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

/** Expects that a service without a setting never gets it, and that the preview and the update report it. */
async function expectUnknown(on: typeof emulator, args: Json, problem: RegExp) {
  expect((await reportsOfPreview('group', options(on), {}, { group, ...args })).warnings.join()).toMatch(problem)
  await expect(engine(on).up({ group, ...args })).rejects.toThrow(problem)
  const updating = engine(on)
  await updating.up({ group })
  await expect(updating.up({ group, ...args })).rejects.toThrow(problem)
  expect(writes(on)).toEqual([])
}

describe('settings of groups of GitLab 19.3', () => {
  it('sets them once, without a difference, and shows their drift', async () => {
    const stack = engine()
    await stack.up(declared)
    expect(writes()).toEqual([
      {
        method: 'PUT',
        body: {
          ...Object.fromEntries(names.map((name) => [later[name][1], later[name][0]])),
          ai_settings_attributes: { duo_workflow_mcp_enabled: true, prompt_injection_protection_level: 'interrupt' },
        },
      },
    ])
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const others = Object.fromEntries(names.map((name) => [later[name][1], later[name][2]]))
    expect(await emulator.put('/groups/10', others, { as: 'owner' })).toMatchObject({ status: 200 })
    expect((await stack.refresh()).drifted.sort()).toEqual([...names].sort())
  })

  it('does not send them to an older service if the program does not declare them', async () => {
    const stack = engine(older)
    await stack.up({ group, mentionsDisabled: true })
    expect(writes(older)).toEqual([{ method: 'PUT', body: { mentions_disabled: true } }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([...names, ...Object.keys(laterHidden)])(
    'fails on a service without it, does not send it, and warns in the preview: %s',
    async (name) => {
      const value = ({ ...declared, ...laterHidden } as Json)[name]
      const problem = `${name}: the response does not contain it \\(not known to this service; GitLab 19.3 has it`
      await expectUnknown(older, { [name]: value }, new RegExp(problem))
      await expectUnknown(specified, { [name]: value }, new RegExp(problem))
    },
  )

  const licensed: Json = { ...hidden, fileTemplateProjectId: 1, allowPersonalSnippets: false }
  it.each(Object.keys(licensed))('fails on the Community Edition, and does not send %s', async (name) => {
    const problem = new RegExp(`${name}: the response does not contain it \\(requires`)
    await expectUnknown(community, { [name]: licensed[name] }, problem)
  })

  it('names the tier that has them', async () => {
    const up = (args: Json) => engine(free).up({ group, ...args })
    await expect(up({ aiSettings: { allowProjectExtension: false } })).rejects.toThrow(
      /aiSettings: the response does not contain it \(not known to this service; GitLab 19.3 has it with Premium or/,
    )
    await up({ crmEnabled: false, toolApprovalForSessionAvailability: 'never_on' })
    expect(writes(free)).toEqual([
      { method: 'PUT', body: { crm_enabled: false, tool_approval_for_session_availability: 'never_on' } },
    ])
  })

  it('follows the group above with unset, also on a service without these settings', async () => {
    const unset = ['resourceAccessTokenNotifyInherited', 'builtInProjectTemplatesEnabled']
    const stack = engine()
    await stack.up({ group, resourceAccessTokenNotifyInherited: true, builtInProjectTemplatesEnabled: false })
    await stack.up({ group, unset })
    expect(writes().at(-1)).toEqual({
      method: 'PUT',
      body: { resource_access_token_notify_inherited: null, built_in_project_templates_enabled: null },
    })
    expect(await stack.preview({ group, unset })).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    const former = engine(older)
    await former.up({ group, unset })
    expect(writes(older)).toEqual([])
    expect(await former.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('says that a group above locks a setting', async () => {
    const message = { 'namespace_settings.crm_enabled': ['cannot be changed because it is locked by an ancestor'] }
    emulator.fault({ method: 'PUT', status: 400, body: { message } })
    await expect(engine().up({ group, crmEnabled: false })).rejects.toThrow(
      /locked by an ancestor.*A group above or the instance locks the setting: change it there/s,
    )
  })
})

describe('aiSettings of a group', () => {
  it('compares only the settings of agents that the program declares', async () => {
    const stack = engine()
    await stack.up({ group, aiSettings: { allowProjectExtension: false } })
    await emulator.put('/groups/10', { ai_settings_attributes: { allow_all_unix_sockets: true } }, { as: 'owner' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps access levels of agents that the response does not contain', async () => {
    const stack = engine()
    const args = { group, aiSettings: { minimumAccessLevelManage: 40 } }
    await stack.up(args)
    expect(writes()).toEqual([{ method: 'PUT', body: { ai_settings_attributes: { minimum_access_level_manage: 40 } } }])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })
})

describe('a setting that not each group has', () => {
  it('keeps experimentFeaturesEnabled without an add-on, with a warning and no difference', async () => {
    const stack = engine()
    const args = { group, experimentFeaturesEnabled: true }
    await stack.up(args)
    expect(stack.warnings.join()).toMatch(
      /has experimentFeaturesEnabled true, which has no effect now: it requires an add-on for GitLab Duo/,
    )
    expect(stack.state?.outputs.overriddenSettings).toEqual(['experimentFeaturesEnabled'])
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([
    ['autoDuoCodeReviewEnabled', true, /requires an add-on for GitLab Duo/],
    ['webBasedCommitSigningEnabled', true, /only GitLab.com has it/],
    ['stepUpAuthRequiredOauthProvider', 'sso', /the instance has no provider for it/],
  ])('names the cause, and does not send %s', async (name, value, cause) => {
    await expectUnknown(emulator, { [name]: value }, cause)
  })

  it('sends settings that no response contains, and has no difference', async () => {
    const args = { group, ...hidden, ...laterHidden }
    const stack = engine()
    await stack.up(args)
    expect(Object.keys(writes()[0]?.body ?? {})).toHaveLength(Object.keys(args).length - 1)
    expect(await stack.preview(args)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.clearRequests()
    await stack.up({ ...args, modelPromptCacheEnabled: true })
    expect(writes()[0]?.body).toMatchObject({ model_prompt_cache_enabled: true })
  })
})

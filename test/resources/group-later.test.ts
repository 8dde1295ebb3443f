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

const older = useEmulator({ flavor: 'gitlab', release: '18.9' })
const emulator = useEmulator({ flavor: 'gitlab' })
const options = ({ url } = emulator) => ({ url, token: 'emulator-owner' })
const engine = (on = emulator) => new Engine('group', options(on))
const writes = (on = emulator) =>
  on.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))

describe('settings of groups of GitLab 19.3', () => {
  it('are set once, have no difference, and show their drift', async () => {
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

  it('are not sent to an older service if the program omits them', async () => {
    const stack = engine(older)
    await stack.up({ group, mentionsDisabled: true })
    expect(writes(older)).toEqual([{ method: 'PUT', body: { mentions_disabled: true } }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each(names)('fail on GitLab 18.9, which they are not sent to, and in its preview: %s', async (name) => {
    const args = { group, [name]: later[name][0] }
    const problem = new RegExp(
      `${name}: the response does not contain it \\(not known to this service; GitLab 19.3 has it`,
    )
    expect((await reportsOfPreview('group', options(older), {}, args)).warnings.join()).toMatch(problem)
    await expect(engine(older).up(args)).rejects.toThrow(problem)
    const updating = engine(older)
    await updating.up({ group })
    await expect(updating.up(args)).rejects.toThrow(problem)
    expect(writes(older)).toEqual([])
  })

  it('follow the group above with unset', async () => {
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
  })

  it('compare only the settings of agents that the program declares', async () => {
    const stack = engine()
    await stack.up({ group, aiSettings: { allowProjectExtension: false } })
    await emulator.put('/groups/10', { ai_settings_attributes: { allow_all_unix_sockets: true } }, { as: 'owner' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keep access levels of agents that the response does not contain', async () => {
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
    await expect(engine().up({ group, [name]: value })).rejects.toThrow(cause)
    expect(writes()).toEqual([])
  })

  it('sends settings that no response contains, and has no difference', async () => {
    const hidden = {
      duoRemoteFlowsAvailability: false,
      duoFoundationalFlowsAvailability: false,
      duoCustomAgentsAvailability: false,
      duoCustomFlowsAvailability: false,
      duoExternalAgentsAvailability: false,
      toolApprovalForSessionAvailability: 'never_on',
      enabledFoundationalFlows: ['code_review'],
      duoTemplateProjectId: 1,
      modelPromptCacheEnabled: false,
      amazonQAutoReviewEnabled: true,
      aiAuditEventsStorageEnabled: true,
      lockAiAuditEventsStorageEnabled: true,
    }
    const stack = engine()
    await stack.up({ group, ...hidden })
    expect(Object.keys(writes()[0]?.body ?? {})).toHaveLength(Object.keys(hidden).length)
    expect(await stack.preview({ group, ...hidden })).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    emulator.clearRequests()
    await stack.up({ group, ...hidden, modelPromptCacheEnabled: true })
    expect(writes()[0]?.body).toMatchObject({ model_prompt_cache_enabled: true })
  })
})

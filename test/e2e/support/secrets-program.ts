/** A value that is not secret. Finding it in a place shows that the place is searched. */
export const plain = 'plainAsDayGf58'

/** Every kind of resource, component and function with secret arguments or results, except the ones of the main program. */
export const program = `
const { Config } = require('@pulumi/pulumi')
const trueup = require('trueup')
const { ROUND, ENDPOINT, BASE_URL: baseUrl, MISPLACED = '{}', SET_USERNAME, SET_PASSWORD } = process.env
const config = new Config()
const project = 'acme/web'

for (const [name, args] of Object.entries(JSON.parse(MISPLACED))) new trueup[args.type](name, args.args)
new trueup.Label('plain', { project, name: '${plain}', color: 'red', description: ROUND })
new trueup.RemoteMirrorSet('mirrors', {
  project,
  items: {
    one: { url: 'https://example.com/one.git', username: SET_USERNAME, password: SET_PASSWORD, enabled: ROUND === '2' },
    two: { url: 'https://example.com/two.git', username: 'robot', password: config.requireSecret('setPassword') },
  },
})
const set = new trueup.TriggerTokenSet('tokens', {
  project, items: { nightly: { description: 'nightly ' + ROUND }, weekly: { description: 'weekly' } },
})
const run = new trueup.PipelineRun('run', {
  project, ref: 'main', triggers: ROUND, wait: false,
  variables: {
    DEPLOY_TOKEN: config.requireSecret('variable'),
    KEY_PASSWORD: { value: config.requireSecret('fileVariable'), variableType: 'file' },
  },
})
new trueup.PipelineRun('triggered', {
  project, ref: 'main', triggers: ROUND, wait: false, triggerToken: set.tokens.apply((tokens) => tokens && tokens.weekly),
  variables: { DEPLOY_TOKEN: config.requireSecret('variableOfTrigger'), API_TOKEN: config.requireSecret('variable') },
})
new trueup.Alert('alert', {
  endpointUrl: ENDPOINT, authorizationKey: config.requireSecret('alertKey'), title: 'round ' + ROUND, fingerprint: 'x',
})
new trueup.ProjectVariable('project variable', {
  project, key: 'OF_PROJECT', value: config.requireSecret('projectVariable'), masked: true, protected: ROUND === '2',
})
new trueup.GroupVariable('group variable', {
  group: 'acme', key: 'OF_GROUP', value: config.requireSecret('groupVariable'), masked: true, hidden: true,
  description: ROUND,
})
new trueup.ProjectVariableSet('variables', {
  project,
  exclusive: true,
  items: {
    one: { key: 'OF_SET', value: config.requireSecret('setVariable'), raw: ROUND === '2' },
    listed: { key: 'OF_PROJECT', value: config.requireSecret('setVariable'), environmentScope: 'review/*' },
  },
})
new trueup.ProjectHookSet('hooks', {
  project,
  items: {
    hook: {
      url: config.requireSecret('hookUrl'), token: config.requireSecret('hookToken'), name: 'round ' + ROUND,
      customHeaders: { 'X-Key': config.requireSecret('hookHeader') },
    },
    one: {
      url: 'https://example.com/{key}', urlVariables: { key: config.requireSecret('hookVariable') },
      pushEvents: ROUND === '2',
    },
  },
})
const group = new trueup.GroupAccessToken('group', {
  group: 'acme', name: 'bot', scopes: ['read_api'],
  rotation: { lifetimeDays: 90, rotateDaysBefore: 30, overlapDays: 7 },
})
const settings = new trueup.ProjectSettings('settings', {
  project: 'acme/api',
  remoteMirrors: {
    a: { url: 'https://example.com/a.git', username: 'robot', password: config.requireSecret('settingsPassword') },
  },
  triggerTokens: { ci: { description: 'of settings' } },
  variables: {
    v: { key: 'OF_SETTINGS', value: config.requireSecret('settingsVariable'), masked: true, hidden: ROUND === '2' },
    short: { key: 'SHORT', value: config.requireSecret('shortVariable') },
  },
})
const files = trueup.fromYaml('projects/*.yaml')

exports.tokens = set.tokens
exports.group = group.token
exports.settings = settings.tokens
exports.files = files['acme/platform/infra'].tokens
exports.variables = trueup.getPipelineVariables({ project, pipeline: run.pipelineId })
exports.triggers = trueup.getTriggerTokens({ project })
exports.trigger = trueup.getTriggerToken({ project, trigger: set.ids.apply((ids) => ids && ids.nightly) })
exports.projectVariables = trueup.getProjectVariables({ project })
exports.hooks = trueup.getProjectHooks({ project })
exports.mirrors = trueup.getRemoteMirrors({ project })
`

export const files = `
projects:
  acme/platform/infra:
    remoteMirrors:
      kept: { url: 'https://example.com/b.git', username: robot, password: { secret: filePassword } }
      told: { url: 'https://example.com/c.git', username: { env: FILE_USERNAME }, password: { env: FILE_PASSWORD } }
    triggerTokens:
      ci: { description: of a file }
    hooks:
      h: { url: { secret: hookOfFile } }
    variables:
      v: { key: OF_FILE, value: { secret: variableOfFile } }
`

import { fromYaml, GroupSettings, type GroupSettingsArgs } from '../../provider'
import { isSecret, valueOf } from '../support/output'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const all: GroupSettingsArgs = { group: 'acme', variables: { region: { key: 'REGION', value: 'eu' } } }

const registered = () => program.registered.map(({ type, name }) => `${type}::${name}`).sort()
const inputsOf = (name: string) => program.registered.find((one) => one.name === name)?.inputs

it('creates a component with a set for each key', async () => {
  const settings = new GroupSettings('acme', { ...all, exclusive: { variables: true }, onConflict: 'adopt' })
  expect(await valueOf(settings.variables!.urn)).toBe(
    'urn:pulumi:stack::project::trueup:index:GroupSettings$pulumi-nodejs:dynamic/trueup:GroupVariableSet::acme-variables',
  )
  expect(await valueOf(settings.group)).toBe('acme')
  expect(inputsOf('acme-variables')).toMatchObject({ group: 'acme', exclusive: true, onConflict: 'adopt' })
  expect(await isSecret(settings.variables!.items)).toBe(true)
})

it('creates no set for an omitted key', () => {
  const settings = new GroupSettings('acme', { group: 'acme' })
  expect(settings.variables).toBeUndefined()
})

it('rejects unknown keys of a program without types', () => {
  const make = (args: object) => () => new GroupSettings('acme', { group: 'acme', ...args })
  expect(make({ variable: {} })).toThrow('variable is not an argument of GroupSettings: did you mean variables?')
  expect(make({ project: 1 })).toThrow(
    'project is not an argument of GroupSettings: known are group, variables, labels, ',
  )
  expect(make({ exclusive: { mirrors: true } })).toThrow('exclusive.mirrors is not a set of GroupSettings: known are')
  expect(make({ onConflict: 'overwrite' })).toThrow('onConflict of GroupSettings must be one of "fail", ')
  expect(program.registered).toEqual([])
})

describe('groupSettings in files', () => {
  const declare = async (text: string) => {
    program.write({ 'a.yaml': text })
    const projects = fromYaml('a.yaml', { cwd: program.folder })
    await new Promise(setImmediate)
    return projects
  }
  const errorsOf = (text: string) => program.errors({ 'a.yaml': text }).slice(1)

  it('declares the settings of groups, which inherit nothing', async () => {
    const projects = await declare(`
      defaults: { variables: { debug: { key: DEBUG, value: '1' } }, exclusive: true }
      groups: { acme: { variables: { ofProjects: { key: OF_PROJECTS, value: '1' } } } }
      projects: { acme/web: }
      groupSettings:
        Acme: { variables: { region: { key: REGION, value: eu } }, onConflict: adopt }
        acme/platform: { formerly: acme/infra, variables: {} }
    `)
    expect(Object.keys(projects)).toEqual(['acme/web'])
    await valueOf(projects['acme/web']!.variables!.items)
    expect(registered().filter((one) => !one.includes('acme/web'))).toEqual([
      'pulumi-nodejs:dynamic/trueup:GroupVariableSet::acme-variables',
      'pulumi-nodejs:dynamic/trueup:GroupVariableSet::acme/platform-variables',
      'trueup:index:GroupSettings::acme',
      'trueup:index:GroupSettings::acme/platform',
    ])
    const inputs = inputsOf('acme-variables')
    expect(inputs).toMatchObject({ group: 'Acme', onConflict: 'adopt' })
    expect(inputs).not.toHaveProperty('exclusive')
  })

  it('declares settings of GitLab 19.3, and reports mistakes in them with their lines', async () => {
    await declare(`
      groupSettings:
        acme: { settings: { crmEnabled: false, aiSettings: { allowProjectExtension: false }, unset: [builtInProjectTemplatesEnabled] } }
    `)
    expect(inputsOf('acme-settings')).toMatchObject({
      group: 'acme',
      crmEnabled: false,
      aiSettings: { allowProjectExtension: false },
      unset: ['builtInProjectTemplatesEnabled'],
    })
    expect(errorsOf('groupSettings: { acme: { settings: { aiSettings: { allowExtension: 1 } } } }')).toEqual([
      expect.stringContaining('a.yaml:1:52: groupSettings.acme.settings.aiSettings.allowExtension: ') as string,
    ])
  })

  it('reads the values of variables from the configuration of the stack, and reports one that is missing', () => {
    expect(errorsOf('groupSettings: { acme: { variables: { a: { key: A, value: { secret: absent } } } } }')).toEqual([
      expect.stringContaining('a.yaml:1:59: groupSettings.acme.variables.a.value: ') as string,
    ])
  })

  it('reports mistakes with their lines', () => {
    const text = `
      groupSettings:
        acme: { triggerTokens: {}, group: acme, variables: { region: { key: RE-GION, value: eu } } }
        acme/old: { formerly: acme, exclusive: { mirrors: true } }
        ACME: {}
        17: {}
    `
    expect(errorsOf(text)).toEqual([
      'a.yaml:2:11: groupSettings.acme.triggerTokens: unknown setting: known are variables, labels, members, settings, exclusive, retainOnRemove, onConflict, formerly',
      'a.yaml:2:30: groupSettings.acme.group: group is not allowed here, because the key of the settings is the path of the group',
      expect.stringContaining(
        'groupSettings.acme.variables.region.key: must consist of letters, digits and _',
      ) as string,
      'a.yaml:3:25: groupSettings."acme/old".formerly: acme is the path of another group, declared at a.yaml:2:3: delete it here, or run an update without that group first',
      'a.yaml:3:44: groupSettings."acme/old".exclusive.mirrors: unknown set: known are variables, labels, members',
      'a.yaml:4:3: groupSettings.ACME: is declared twice, first at a.yaml:2:3: keep one of them',
      "a.yaml:5:3: groupSettings.17: must be a full path, because an id does not show the parent groups: write the group's full path",
    ])
  })

  it('rejects null, because nothing is inherited', () => {
    expect(errorsOf('defaults: { variables: {} }\ngroupSettings: { acme: { variables: null } }')).toEqual([
      'a.yaml:2:26: groupSettings.acme.variables: null has no effect, because the set is not inherited: delete the line',
    ])
  })

  it('declares a group once, also if projects in it have settings of their own', async () => {
    await declare(`
      groups: { acme: { labels: { bug: { color: red } } } }
      projects: { acme/web: {} }
      groupSettings: { acme: { variables: {} } }
    `)
    expect(registered().filter((one) => one.startsWith('trueup:'))).toEqual([
      'trueup:index:GroupSettings::acme',
      'trueup:index:ProjectSettings::acme/web',
    ])
  })
})

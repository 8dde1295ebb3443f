import type { Output, Resource } from '@pulumi/pulumi'
import { fromYaml, ProjectSettings, Provider } from '../../provider'
import { valueOf } from '../support/output'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const errorsOf = (text: string) => program.errors({ 'a.yaml': text }).slice(1)

/** The resources of a file with the names that they can have in state. */
async function namesIn(text: string, options: object = {}): Promise<Record<string, string[]>> {
  program.write({ 'a.yaml': text })
  const made = Object.values(fromYaml('a.yaml', { cwd: program.folder, ...options }))
  const named = made.flatMap(({ labels, ...settings }) => [settings, labels]).map((one) => withAliases(one as Resource))
  return Object.fromEntries(await Promise.all(named))
}

async function withAliases(resource: Resource): Promise<[string, string[]]> {
  // Pulumi keeps them in an undocumented property.
  const { urn, __aliases } = resource as Resource & { __aliases: Output<string>[] }
  const names = (await Promise.all([urn, ...__aliases].map(valueOf))).map((text) => text.split('::').pop() ?? '')
  return [names[0] ?? '', names.slice(1)]
}

const settings = (text = '') => `{ labels: {}${text && `, ${text}`} }`

describe('names from files', () => {
  it('names resources of files by lower-case paths, with aliases for the names of an earlier release', async () => {
    expect(await namesIn(`projects: { ' /Acme/Web/ ': ${settings()}, acme/api: ${settings()} }`)).toEqual({
      'acme/web': ['Acme/Web'],
      'acme/web-labels': ['Acme/Web-labels'],
      'acme/api': [],
      'acme/api-labels': [],
    })
  })

  it.each(['acme/web', 'Acme/web', '/ACME/WEB/', ' acme/Web'])(
    'names resources the same for the spelling %j',
    async (path) => {
      const names = await namesIn(`projects: { '${path}': ${settings()} }`)
      expect(Object.keys(names)).toEqual(['acme/web', 'acme/web-labels'])
    },
  )

  it('adds aliases for earlier paths, as written and in lower case', async () => {
    const text = `projects: { Acme/Web: ${settings('formerly: [acme/site, /Old/Site/]')} }`
    expect(await namesIn(text)).toEqual({
      'acme/web': ['Acme/Web', 'acme/site', 'old/site', 'Old/Site'],
      'acme/web-labels': ['Acme/Web-labels', 'acme/site-labels', 'old/site-labels', 'Old/Site-labels'],
    })
  })

  it('accepts another spelling of the same path in formerly', async () => {
    expect(await namesIn(`projects: { acme/web: ${settings('formerly: Acme/Web')} }`)).toEqual({
      'acme/web': ['Acme/Web'],
      'acme/web-labels': ['Acme/Web-labels'],
    })
  })

  it('keeps the other options of a resource', async () => {
    const provider = new Provider('other', { baseUrl: 'https://gitlab.example.org', token: 't' })
    await namesIn(`projects: { Acme/Web: ${settings()} }`, { provider })
    const [set] = program.registered.filter(({ type }) => type.endsWith('LabelSet'))
    expect(set?.provider).toMatch(/::other::other-id$/)
  })

  it('returns settings by path, as written and in lower case', () => {
    program.write({ 'a.yaml': 'projects: { Acme/Web: , acme/api: }' })
    const projects = fromYaml('a.yaml', { cwd: program.folder })
    expect(Object.keys(projects)).toEqual(['Acme/Web', 'acme/api'])
    expect(projects['acme/web']).toBeInstanceOf(ProjectSettings)
    expect(projects['acme/web']).toBe(projects['Acme/Web'])
  })
})

describe('names from programs', () => {
  it('keeps the name of a component in a program', async () => {
    const made = new ProjectSettings('Acme/Web', { project: 'Acme/Web', labels: {} })
    expect(await withAliases(made)).toEqual(['Acme/Web', []])
    expect(await withAliases(made.labels!)).toEqual(['Acme/Web-labels', []])
  })

  it('passes aliases with names to the sets, and no others', async () => {
    const urn = 'urn:pulumi:stack::project::trueup:index:ProjectSettings::elsewhere'
    const aliases = [{ name: 'old' }, urn, { type: 'other:index:Settings' }, { name: 'moved', project: 'other' }]
    const made = new ProjectSettings('web', { project: 1, labels: {} }, { aliases })
    expect(await withAliases(made)).toEqual(['web', ['old', 'elsewhere', 'web', 'moved']])
    expect(await withAliases(made.labels!)).toEqual(['web-labels', ['old-labels']])
  })
})

describe('errors of formerly', () => {
  it.each([
    ['acme/web: { formerly: web }', '1:35', 'formerly', ' (got "web")'],
    ['acme/web: { formerly: 17 }', '1:35', 'formerly', ' (got 17)'],
    ['acme/web: { formerly: "17" }', '1:35', 'formerly', ' (got "17")'],
    ['acme/web: { formerly: [acme/old, "https://x/y"] }', '1:46', 'formerly[1]', ' (got "https://x/y")'],
    ['acme/web: { formerly: [~] }', '1:36', 'formerly[0]', ' (got null)'],
    ['acme/web: { formerly: { acme/old: } }', '1:35', 'formerly', ''],
  ])('rejects an invalid earlier path: %s', (text, at, path, instead) => {
    expect(errorsOf(`projects: { ${text} }`)).toEqual([
      `a.yaml:${at}: projects."acme/web".${path}: must be an earlier full path of the project, such as "acme/old-name"${instead}`,
    ])
  })

  it.each(['', 'null'])('rejects an empty formerly: "%s"', (nothing) => {
    expect(errorsOf(`projects: { acme/web: { formerly: ${nothing} } }`)).toEqual([
      'a.yaml:1:25: projects."acme/web".formerly: the value is missing: set an earlier path of the project, or delete the line',
    ])
  })

  it('rejects formerly in defaults and groups', () => {
    const text = 'defaults: { formerly: a/b }\ngroups: { acme: { formerly: [old] } }\nprojects: { acme/web: }'
    const reason =
      'only projects and groupSettings have earlier paths: set formerly for each project whose path has changed'
    expect(errorsOf(text)).toEqual([
      `a.yaml:1:13: defaults.formerly: ${reason}`,
      `a.yaml:2:19: groups.acme.formerly: ${reason}`,
    ])
  })

  it('rejects an earlier path that is the current path of another project or of the project itself', () => {
    const files = {
      'a.yaml': 'projects: { acme/web: { formerly: [Acme/Api, /acme/web] } }',
      'b.yaml': 'projects:\n  acme/API:\n',
    }
    expect(program.errors(files).slice(1)).toEqual([
      'a.yaml:1:36: projects."acme/web".formerly[0]: Acme/Api is the path of another project, declared at b.yaml:2:3: delete it here, or run an update without that project first',
      'a.yaml:1:46: projects."acme/web".formerly[1]: acme/web is the current path of the project: delete it here',
    ])
  })

  it('rejects an earlier path of two projects, and a duplicate one', () => {
    const files = {
      'a.yaml': 'projects:\n  acme/web: { formerly: acme/old }\n',
      'b.yaml': 'projects:\n  acme/api: { formerly: [ACME/old, acme/older, acme/older, acme/Older] }\n',
    }
    expect(program.errors(files).slice(1)).toEqual([
      'b.yaml:2:26: projects."acme/api".formerly[0]: ACME/old is already an earlier path of acme/web, at a.yaml:2:25: keep one of them',
      'b.yaml:2:48: projects."acme/api".formerly[2]: acme/older is listed twice, first at b.yaml:2:36: keep one of them',
    ])
  })

  it('suggests formerly for a misspelling', () => {
    expect(errorsOf('projects: { acme/web: { former: acme/old } }')).toEqual([
      'a.yaml:1:25: projects."acme/web".former: unknown setting: did you mean formerly?',
    ])
  })
})

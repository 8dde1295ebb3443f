import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setAllConfig } from '@pulumi/pulumi/runtime/config'
import { fromYaml, Provider } from '../../provider'
import { settingNames } from '../../provider/components/settings'
import { startProcessorTime } from '../shared/least-time'
import { isSecret, valueOf } from '../support/output'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const declared: Program['declared'] = (files) => program.declared(files)
const errors: Program['errors'] = (files) => program.errors(files)
const settings = [...settingNames('project'), 'formerly'].join(', ')
/** The errors of one file. */
const errorsOf = (text: string | Buffer) => errors({ 'a.yaml': text }).slice(1)

describe('inheritance', () => {
  it('applies defaults, the sections of ancestor groups and the project section, from the outermost to the innermost', async () => {
    const files = {
      'a.yaml': `
        defaults: { labels: { bug: { color: red, priority: 3, description: d } } }
        groups:
          acme/platform: { labels: { bug: { priority: 1 } } }
          acme: { labels: { bug: { color: green, priority: 2 } } }
        projects:
          acme/platform/infra: { labels: { bug: { color: blue } } }
          acme/web:
          other/web:
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/platform/infra': { labels: { items: { bug: { color: 'blue', priority: 1, description: 'd' } } } },
      'acme/web': { labels: { items: { bug: { color: 'green', priority: 2, description: 'd' } } } },
      'other/web': { labels: { items: { bug: { color: 'red', priority: 3, description: 'd' } } } },
    })
  })

  it('merges items by key, and replaces lists and plain values', async () => {
    const files = {
      'a.yaml': `
        defaults:
          protectedEnvironments:
            production: { deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }], requiredApprovalCount: 1 }
            staging: { deployAccessLevels: [{ accessLevel: developer }] }
        projects:
          acme/web:
            protectedEnvironments:
              production: { deployAccessLevels: [{ accessLevel: 60 }] }
              review: { deployAccessLevels: [{ accessLevel: developer }] }
      `,
    }
    const { items } = (await declared(files))['acme/web']!.protectedEnvironments!
    expect(items).toEqual({
      production: { deployAccessLevels: [{ accessLevel: 60 }], requiredApprovalCount: 1 },
      staging: { deployAccessLevels: [{ accessLevel: 'developer' }] },
      review: { deployAccessLevels: [{ accessLevel: 'developer' }] },
    })
  })

  it('merges the arguments of an object that each project has once', async () => {
    const files = {
      'a.yaml': `
        defaults: { approvalSettings: { mergeRequestsAuthorApproval: true, resetApprovalsOnPush: true } }
        groups:
          acme: { approvalSettings: { mergeRequestsAuthorApproval: false, requireReauthenticationToApprove: true } }
        projects:
          acme/web: { approvalSettings: { requireReauthenticationToApprove: null } }
          acme/api: { approvalSettings: null }
          acme/docs:
          other/web: { approvalSettings: { resetApprovalsOnPush: false } }
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': {
        approvalSettings: {
          mergeRequestsAuthorApproval: false,
          resetApprovalsOnPush: true,
          requireReauthenticationToApprove: null,
        },
      },
      'acme/api': {},
      'acme/docs': {
        approvalSettings: {
          mergeRequestsAuthorApproval: false,
          resetApprovalsOnPush: true,
          requireReauthenticationToApprove: true,
        },
      },
      'other/web': { approvalSettings: { mergeRequestsAuthorApproval: true, resetApprovalsOnPush: false } },
    })
  })

  it('removes an item, a kind or a field with null', async () => {
    const files = {
      'a.yaml': `
        defaults:
          labels: { bug: { color: red, priority: 1 }, chore: { color: grey } }
          freezePeriods: { nights: { freezeStart: 0 22 * * *, freezeEnd: 0 6 * * * } }
        projects:
          acme/web: { labels: { chore: null, bug: { priority: ~ } }, freezePeriods: null }
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': { labels: { items: { bug: { color: 'red', priority: null } } } },
    })
  })

  it('restores a removed item in a later section without its former values', async () => {
    const files = {
      'a.yaml': `
        defaults: { labels: { bug: { color: red, priority: 1 } }, triggerTokens: { nightly: { description: n } } }
        groups: { acme: { labels: { bug: null }, triggerTokens: null } }
        projects: { acme/web: { labels: { bug: { color: blue } }, triggerTokens: {} } }
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': { labels: { items: { bug: { color: 'blue' } } }, triggerTokens: { items: {} } },
    })
  })

  it('creates an empty set if one is declared, and none otherwise', async () => {
    const text = 'projects: { acme/web: { labels: {} }, acme/api: }'
    expect(await declared({ 'a.yaml': text })).toEqual({ 'acme/web': { labels: { items: {} } }, 'acme/api': {} })
  })

  it('merges exclusive by kind, with true for every kind, and replaces onConflict', async () => {
    const files = {
      'a.yaml': `
        defaults: { labels: {}, triggerTokens: {}, remoteMirrors: {}, exclusive: true, onConflict: adopt }
        groups: { acme: { exclusive: { triggerTokens: all-owners } } }
        projects:
          acme/web: { exclusive: { remoteMirrors: false }, onConflict: adopt-if-equal }
          acme/api: { exclusive: null, onConflict: null }
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': {
        labels: { items: {}, exclusive: true, onConflict: 'adopt-if-equal' },
        triggerTokens: { items: {}, exclusive: 'all-owners', onConflict: 'adopt-if-equal' },
        remoteMirrors: { items: {}, exclusive: false, onConflict: 'adopt-if-equal' },
      },
      'acme/api': expect.objectContaining({ labels: { items: {}, exclusive: null } }) as object,
    })
  })

  it('merges retainOnRemove by kind, with true for every kind', async () => {
    const files = {
      'a.yaml': `
        defaults: { labels: {}, triggerTokens: {}, remoteMirrors: {}, retainOnRemove: { labels: true } }
        groups: { acme: { retainOnRemove: true } }
        projects:
          acme/web: { retainOnRemove: { remoteMirrors: false, triggerTokens: null } }
          other/web:
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': {
        labels: { items: {}, retainOnRemove: true },
        triggerTokens: { items: {}, retainOnRemove: null },
        remoteMirrors: { items: {}, retainOnRemove: false },
      },
      'other/web': {
        labels: { items: {}, retainOnRemove: true },
        triggerTokens: { items: {} },
        remoteMirrors: { items: {} },
      },
    })
  })

  it('completes an item of a group in each project', async () => {
    const files = {
      'a.yaml': `
        groups: { acme: { remoteMirrors: { backup: { enabled: true } } } }
        projects:
          acme/web: { remoteMirrors: { backup: { url: 'https://example.com/web.git' } } }
      `,
    }
    const { items } = (await declared(files))['acme/web']!.remoteMirrors!
    expect(items).toEqual({ backup: { enabled: true, url: 'https://example.com/web.git' } })
    expect(errors({ 'b.yaml': 'projects: { acme/api: , acme/docs: }' }).slice(1)).toEqual([
      'a.yaml:1:36: groups.acme.remoteMirrors.backup.url: is required (for acme/api and another project)',
    ])
  })

  it('warns of a group without projects, whose path can be misspelled', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    await declared({ 'a.yaml': 'groups: { acme/platfrom: , acme: }\nprojects: { acme/platform/infra: }' })
    const said = warn.mock.calls.map(([text]) => String(text))
    warn.mockRestore()
    expect(said).toEqual([
      expect.stringContaining(
        'a.yaml:1:11: no project in these files is in the group acme/platfrom, so its settings have no effect: did you mean acme/platform?',
      ),
    ])
  })

  it('ignores the case and outer slashes of paths, like the service', async () => {
    const text = 'groups: { ACME: { labels: { bug: { color: red } } } }\nprojects: { /Acme/Web/: }'
    expect(await declared({ 'a.yaml': text })).toEqual({
      'Acme/Web': { labels: { items: { bug: { color: 'red' } } } },
    })
  })
})

describe('files', () => {
  const parts = {
    defaults: 'defaults: { labels: { bug: { color: red } } }\n',
    groups: 'groups: { acme: { triggerTokens: { nightly: { description: n } } } }\n',
    projects: 'projects: { acme/web: { labels: { web: { color: blue } } } }\n',
  }

  it('accepts the sections in any file, in any order', async () => {
    const whole = await declared({ 'a.yaml': parts.defaults + parts.groups + parts.projects })
    const names = program.registered.map(({ name }) => name).sort()
    expect(names).toEqual(['acme/web', 'acme/web-labels', 'acme/web-trigger-tokens'])
    await program.start()
    const split = await declared({ 'z/1.yaml': parts.defaults, 'b.yaml': parts.projects, 'c/d/e.yaml': parts.groups })
    expect(split).toEqual(whole)
    expect(program.registered.map(({ name }) => name).sort()).toEqual(names)
  })

  it('accepts several documents in a file, and JSON', async () => {
    const documents = `---\n${parts.defaults}---\n${parts.groups}...\n`
    const json = JSON.stringify({ projects: { 'acme/web': { labels: { web: { color: 'blue' } } } } })
    expect(await declared({ 'a.yaml': documents, 'b.json': json })).toEqual({
      'acme/web': {
        labels: { items: { bug: { color: 'red' }, web: { color: 'blue' } } },
        triggerTokens: { items: { nightly: { description: 'n' } } },
      },
    })
  })

  it('accepts a $schema key, because JSON has no comments', async () => {
    const $schema = '../node_modules/trueup/schema/projects.schema.json'
    const text = JSON.stringify({ $schema, projects: { 'acme/web': { labels: {} } } })
    expect(Object.keys(await declared({ 'a.json': text }))).toEqual(['acme/web'])
    expect(errorsOf('$schema: [1]\nprojects: { acme/api: { $schema: x } }')).toEqual([
      'a.yaml:1:10: "$schema": must be the path or URL of a JSON schema',
      expect.stringMatching(/^a\.yaml:2:25: projects\."acme\/api"\."\$schema": unknown setting: /),
    ])
  })

  it('accepts a byte order mark and CRLF', async () => {
    const text = Buffer.from(`\uFEFF${parts.defaults}${parts.projects}`.replaceAll('\n', '\r\n'))
    expect((await declared({ 'a.yaml': text }))['acme/web']!.labels!.items).toHaveProperty('web')
    const wrong = Buffer.from('\uFEFFprojects:\r\n  acme/web:\r\n    labels:\r\n      bug: { color: reddish }\r\n')
    expect(errorsOf(wrong)).toEqual([
      expect.stringMatching(
        /^a\.yaml:4:21: projects\."acme\/web"\.labels\.bug\.color: must be a CSS color .*"reddish"\)$/,
      ),
    ])
  })

  it('finds files by globs, relative to cwd or to the folder of the program', async () => {
    program.write({
      'projects/a.yaml': 'projects: { acme/web: }',
      'projects/deep/b.yaml': 'projects: { acme/api: }',
      'projects/drafts/c.yaml': 'projects: { acme/draft: }',
      'node_modules/x/d.yaml': 'name: x',
    })
    const cwd = program.folder
    expect(Object.keys(fromYaml('projects/*.yaml', { cwd }))).toEqual(['acme/web'])
    expect(Object.keys(fromYaml(['**/*.yaml', '!**/drafts/**'], { cwd }))).toEqual(['acme/api', 'acme/web'])
    expect(Object.keys(fromYaml(join(cwd, 'projects/deep/*.yaml')))).toEqual(['acme/api'])
    const before = process.cwd()
    try {
      process.chdir(cwd)
      expect(Object.keys(fromYaml(['projects/a.yaml', 'projects/deep/b.yaml']))).toEqual(['acme/api', 'acme/web'])
    } finally {
      process.chdir(before)
    }
  })

  it('requires at least one file for each pattern', () => {
    program.write({ 'projects/a.yaml': 'projects: { acme/web: }' })
    const read = (patterns: string | string[]) => () => fromYaml(patterns, { cwd: program.folder })
    expect(read(['projects/*.yaml', 'project/*.yaml'])).toThrow(/found no file that matches "project\/\*\.yaml" in \//)
    expect(read('projects')).toThrow('it is a folder, use "projects/**/*.yaml"')
    for (const none of [[], '', '!a.yaml']) expect(read(none)).toThrow(/fromYaml (requires a pattern|found no file)/)
  })

  it('rejects unreadable and empty files', () => {
    program.write({ 'good.yaml': 'projects: { acme/web: }' })
    mkdirSync(join(program.folder, 'sub'))
    writeFileSync(join(program.folder, 'sub/latin.yaml'), Buffer.from('projects: { acme/b\xFCro: }', 'latin1'))
    symlinkSync('/nowhere', join(program.folder, 'gone.yaml'))
    expect(errors({ 'empty.yaml': '', 'comment.yaml': '# projects:\n', 'dashes.yaml': '---\n' })).toEqual(
      expect.arrayContaining([
        'sub/latin.yaml:1:1: the file is not UTF-8: save it in that encoding',
        'empty.yaml:1:1: the file is empty: add settings, or delete it',
        'comment.yaml:1:1: the file is empty: add settings, or delete it',
        'dashes.yaml:1:1: the file is empty: add settings, or delete it',
      ]),
    )
  })
})

describe('anchors', () => {
  it('resolves anchors and merge keys, with precedence for the keys of the map itself', async () => {
    const files = {
      'a.yaml': `
        x-colours: { danger: &danger red }
        x-base: &base { color: *danger, priority: 1, description: base }
        x-more: &more { priority: 2, description: more }
        projects:
          acme/web:
            labels: &labels
              bug: { <<: *base, priority: 5 }
              both: { <<: [*more, *base] }
          acme/api: { labels: { <<: *labels, '<<': { color: blue } } }
      `,
    }
    const { 'acme/web': web, 'acme/api': api } = await declared(files)
    const items = {
      bug: { color: 'red', priority: 5, description: 'base' },
      both: { color: 'red', priority: 2, description: 'more' },
    }
    expect(web!.labels!.items).toEqual(items)
    expect(api!.labels!.items).toEqual({ ...items, '<<': { color: 'blue' } })
  })

  it('merges items, kinds and choices, which null can remove again', async () => {
    const files = {
      'a.yaml': `
        x-labels: &l { bug: { color: red }, chore: { color: grey } }
        x-settings: &s { labels: *l, triggerTokens: { nightly: { description: n } }, onConflict: adopt }
        x-without: &w { bug: null }
        projects:
          acme/web: { labels: { <<: *l, chore: null } }
          acme/api: { <<: *s, triggerTokens: null, onConflict: null }
          acme/docs: { labels: { <<: [*w, *l] } }
      `,
    }
    expect(await declared(files)).toEqual({
      'acme/web': { labels: { items: { bug: { color: 'red' } } } },
      'acme/api': { labels: { items: { bug: { color: 'red' }, chore: { color: 'grey' } } } },
      'acme/docs': { labels: { items: { chore: { color: 'grey' } } } },
    })
  })

  it('accepts a shared null if it removes something in one of its sections', async () => {
    const without = (path: string) => `
      x-without: &w { chore: null, nope: null }
      groups: { ${path}: { labels: { chore: { color: grey }, bug: { color: red } } } }
      projects:
        acme/web: { labels: *w }
        other/web: { labels: { <<: *w } }
    `
    expect(errorsOf(without('acme'))).toEqual([
      expect.stringMatching(/^a\.yaml:1:30: x-without\.nope: null has no effect, because this key is not inherited: /),
    ])
    expect(errorsOf(without('third'))).toEqual([
      'a.yaml:1:17: x-without.chore: null has no effect, because this key is not inherited: delete the line',
      'a.yaml:1:30: x-without.nope: null has no effect, because this key is not inherited: delete the line',
    ])
    const fine = without('acme').replace(', nope: null', '')
    expect((await declared({ 'a.yaml': fine }))['acme/web']!.labels!.items).toEqual({ bug: { color: 'red' } })
  })

  it('reports an error in an anchor once, at its own line', () => {
    expect(
      errorsOf(`
        x-base: &base
          bug: { color: nope }
        projects:
          acme/web: { labels: *base }
          acme/api: { labels: *base }
      `),
    ).toEqual([
      expect.stringMatching(/^a\.yaml:2:17: x-base\.bug\.color: must .* \(for acme\/api and another project\)$/),
    ])
  })

  it('rejects missing and recursive anchors', () => {
    expect(errorsOf('projects: { acme/web: *none }')).toEqual([
      'a.yaml:1:23: projects."acme/web": there is no anchor &none before *none',
    ])
    expect(errorsOf('x-a: &a [*a]\nprojects: { acme/web: { labels: &l { bug: *l } } }')).toEqual([
      'a.yaml:1:10: x-a[0]: *a would contain itself',
      'a.yaml:2:43: projects."acme/web".labels.bug: *l would contain itself',
    ])
    expect(errorsOf('projects: { acme/web: { <<: [1] } }')).toEqual([
      'a.yaml:1:30: projects."acme/web"[0]: << must be a map or a list of maps',
    ])
  })

  it('rejects anchors that expand too much, without expanding them', () => {
    const level = (from: string, to: string) => `x-${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]\n`
    const bomb =
      'x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n' +
      ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'].map(([a, b]) => level(a!, b!)).join('')
    const processorTime = startProcessorTime()
    const found = errorsOf(`${bomb}projects: { acme/web: { labels: { bug: { color: *i } } } }`)
    expect(found[0]).toMatch(
      /^a\.yaml:\d+:\d+: x-\w\[\d\]: aliases such as \*\w expand the file to more than a million values$/,
    )
    expect(processorTime()).toBeLessThan(10_000)
  })
})

describe('errors', () => {
  it('reports invalid arguments of an object that each project has once', () => {
    const text = `
      defaults: { approvalSettings: { resetApprovalsOnPush: true } }
      groups: { acme: { exclusive: { approvalSettings: true } } }
      projects:
        acme/web:
          approvalSettings:
            mergeRequestsAuthorApproval: yes please
            resetApprovalOnPush: true
        acme/api: { approvalSettings: { selectiveCodeOwnerRemovals: true, onConflict: adopt } }
        acme/docs: { approvalSettings: { project: acme/web }, retainOnRemove: { approvalSettings: true } }
        acme/mobile: { approvalSettings: [] }
        acme/tools:
          approvalSettings:
        other/web: { approvalSettings: { resetApprovalsOnPush: { env: HOME } } }
      groupSettings: { acme: { approvalSettings: {} } }
    `
    expect(errorsOf(text)).toEqual([
      'a.yaml:2:32: groups.acme.exclusive.approvalSettings: exclusive applies only to sets, and approvalSettings is not a set: delete it there',
      'a.yaml:6:36: projects."acme/web".approvalSettings.mergeRequestsAuthorApproval: must be true or false or null (got "yes please")',
      'a.yaml:7:7: projects."acme/web".approvalSettings.resetApprovalOnPush: is not an argument of approval settings: did you mean resetApprovalsOnPush?',
      'a.yaml:8:63: projects."acme/api".approvalSettings.selectiveCodeOwnerRemovals: must be false if resetApprovalsOnPush is true',
      'a.yaml:8:69: projects."acme/api".approvalSettings.onConflict: onConflict applies only to sets, and approvalSettings is not a set: delete it there',
      'a.yaml:9:36: projects."acme/docs".approvalSettings.project: project is not allowed here, because the key of the settings is the path of the project',
      'a.yaml:9:75: projects."acme/docs".retainOnRemove.approvalSettings: retainOnRemove applies only to sets, and approvalSettings is not a set: delete it there',
      'a.yaml:10:36: projects."acme/mobile".approvalSettings: must be a map of the arguments of approvalSettings: write { resetApprovalsOnPush: … }',
      'a.yaml:12:5: projects."acme/tools".approvalSettings: the value is missing: set null to remove the inherited value, or delete the line',
      'a.yaml:13:58: projects."other/web".approvalSettings.resetApprovalsOnPush: must not be a reference to a secret: write the value itself',
      expect.stringMatching(/^a\.yaml:14:26: groupSettings\.acme\.approvalSettings: unknown setting: /),
    ])
  })

  it('reports a null for an object that is not inherited', () => {
    expect(errorsOf('projects: { acme/web: { approvalSettings: null } }')).toEqual([
      'a.yaml:1:25: projects."acme/web".approvalSettings: null has no effect, because approvalSettings is not inherited: delete the line',
    ])
  })

  it('reports all errors of all files at once, in order, before any resource is registered', () => {
    const found = errors({
      'b.yaml': `
        projects:
          acme/web:
            labels:
              bug: { color: crimsn, priority: -1 }
            freezePeriods: { w: { freezeStart: nope, freezeEnd: 0 7 * * mon } }
          acme/api:
            lables: {}
      `,
      'a.yaml': 'projects:\n\tacme/docs: {}\n',
      'c.yaml': 'default: {}',
    })
    expect(found).toEqual([
      "The projects' files have 6 errors, so no project is declared:",
      'a.yaml:2:1: invalid YAML: Tabs are not allowed as indentation',
      'b.yaml:4:21: projects."acme/web".labels.bug.color: must be a CSS color or #RRGGBB, such as "crimson" or "#D9534F" (got "crimsn")',
      'b.yaml:4:39: projects."acme/web".labels.bug.priority: must be an integer of at least 0 or null (got -1)',
      expect.stringMatching(
        /^b\.yaml:5:40: projects\."acme\/web"\.freezePeriods\.w\.freezeStart: must be a cron expression such as /,
      ),
      'b.yaml:7:5: projects."acme/api".lables: unknown setting: did you mean labels?',
      'c.yaml:1:1: default: unknown key, and keys for anchors must start with "x-": did you mean defaults?',
    ])
    expect(program.registered).toEqual([])
  })

  it('suggests a similar name for a misspelled key, or lists all known names', () => {
    expect(
      errorsOf(`
        projects:
          acme/web:
            labels: { bug: { colour: red, color: red } }
            whatever: 1
            exclusive: { label: true }
            protectedEnvironments: { p: { deployAccessLevels: [{ acessLevel: 40 }] } }
      `),
    ).toEqual([
      'a.yaml:3:22: projects."acme/web".labels.bug.colour: is not an argument of a label: did you mean color?',
      `a.yaml:4:5: projects."acme/web".whatever: unknown setting: known are ${settings}`,
      'a.yaml:5:18: projects."acme/web".exclusive.label: unknown set: did you mean labels?',
      'a.yaml:6:58: projects."acme/web".protectedEnvironments.p.deployAccessLevels[0].acessLevel: is not an argument of a protected environment: did you mean accessLevel?',
    ])
  })

  it('reports where an argument is missing, and for which projects', () => {
    expect(
      errorsOf(`
        groups:
          acme: { labels: { bug: { priority: 1 } } }
        projects:
          acme/web: { labels: { bug: { color: red }, own: {} } }
          acme/api:
      `),
    ).toEqual([
      'a.yaml:2:21: groups.acme.labels.bug.color: is required (for acme/api)',
      'a.yaml:4:46: projects."acme/web".labels.own.color: is required',
    ])
  })

  it('does not report missing arguments if another error can be the cause', () => {
    expect(
      errors({
        'a.yaml': 'defaults: { labels: { bug: { color: red }',
        'b.yaml': 'projects: { acme/web: { labels: { bug: { priority: x }, chore: null } } }',
      }).slice(2),
    ).toEqual([
      'b.yaml:1:52: projects."acme/web".labels.bug.priority: must be an integer of at least 0 or null (got "x")',
    ])
  })

  it('names both places of a duplicate declaration', () => {
    expect(
      errors({
        'a.yaml': 'defaults: {}\ngroups: { acme: }\nprojects:\n  acme/web: {}\n',
        'b.yaml': 'projects:\n  Acme/Web: {}\ngroups: { /acme: }\ndefaults:\n',
      }).slice(1),
    ).toEqual([
      'b.yaml:2:3: projects."Acme/Web": is declared twice, first at a.yaml:4:3: keep one of them',
      'b.yaml:3:11: groups."/acme": is declared twice, first at a.yaml:2:11: keep one of them',
      'b.yaml:4:1: defaults: is declared twice, first at a.yaml:1:1: keep one of them',
    ])
  })

  it('reports duplicate keys in any YAML spelling', () => {
    expect(
      errorsOf(`
        projects:
          acme/web: { labels: { bug: { color: red }, "bug": { color: blue } } }
          'acme/web': {}
      `),
    ).toEqual([
      'a.yaml:2:46: projects."acme/web".labels.bug: duplicate key, first at a.yaml:2:25: keep one of them',
      'a.yaml:3:3: projects."acme/web": duplicate key, first at a.yaml:2:3: keep one of them',
    ])
  })

  it('reports items with different keys that declare the same object, also if inherited', () => {
    expect(
      errorsOf(`
        defaults: { labels: { bug: { color: red } } }
        projects:
          acme/web: { labels: { error: { name: bug, color: red } } }
      `),
    ).toEqual([
      'a.yaml:3:25: projects."acme/web".labels.error: items bug and error declare the same label: keep one of them',
    ])
  })

  it('rejects arguments of the set, the project and reserved keys in an item', () => {
    expect(
      errorsOf(`
        projects:
          acme/web:
            project: acme/web
            labels:
              bug: { color: red, project: acme/api }
              fix: { color: red, onConflict: adopt }
              '#17': { color: red }
      `),
    ).toEqual([
      'a.yaml:3:5: projects."acme/web".project: project is not allowed here, because the key of the settings is the path of the project',
      'a.yaml:5:35: projects."acme/web".labels.bug.project: must be set on the set, not on an item',
      'a.yaml:6:26: projects."acme/web".labels.fix.onConflict: must be set on the set, not on an item',
      'a.yaml:7:7: projects."acme/web".labels."#17": keys that start with # are reserved for unmanaged objects',
    ])
  })

  it('rejects invalid values of exclusive and onConflict', () => {
    expect(
      errorsOf(`
        defaults: { labels: {}, triggerTokens: {}, exclusive: all-owners, onConflict: take }
        projects: { acme/web: , acme/api: }
      `),
    ).toEqual([
      'a.yaml:1:55: defaults.exclusive: must be one of true, false (got "all-owners") (for acme/api and another project)',
      'a.yaml:1:79: defaults.onConflict: must be one of "fail", "adopt", "adopt-if-equal" (got "take")',
    ])
  })

  it('rejects invalid choices even if no set uses them', () => {
    expect(
      errorsOf(`
        defaults: { onConflict: overwrite, exclusive: 1 }
        groups: { acme: { onConflict: [adopt], exclusive: { labels: all-owners } } }
        projects: { other/web: { onConflict: create, retainOnRemove: { labels: yes } }, other/api: { onConflict: } }
      `),
    ).toEqual([
      'a.yaml:1:25: defaults.onConflict: must be one of "fail", "adopt", "adopt-if-equal" (got "overwrite")',
      'a.yaml:1:47: defaults.exclusive: must be one of true, false (got 1)',
      'a.yaml:2:31: groups.acme.onConflict: must be one of "fail", "adopt", "adopt-if-equal" (got ["adopt"])',
      'a.yaml:2:61: groups.acme.exclusive.labels: must be one of true, false (got "all-owners")',
      'a.yaml:3:38: projects."other/web".onConflict: must be one of "fail", "adopt", "adopt-if-equal" (got "create")',
      'a.yaml:3:72: projects."other/web".retainOnRemove.labels: must be true or false (got "yes")',
      'a.yaml:3:94: projects."other/api".onConflict: the value is missing: set null to remove the inherited value, or delete the line',
    ])
  })

  it('reports a choice for all kinds that none accepts once', () => {
    const [error, ...others] = errorsOf(
      'projects: { acme/web: { labels: {}, triggerTokens: {}, exclusive: yes, retainOnRemove: no } }',
    )
    expect(error).toBe('a.yaml:1:67: projects."acme/web".exclusive: must be one of true, false (got "yes")')
    expect(others).toEqual([expect.stringContaining('retainOnRemove: must be true or false (got "no")')])
  })

  it('names the property if the path does not, as with an alias', () => {
    expect(
      errorsOf('x-colours: [&danger nope]\nprojects: { acme/web: { labels: { bug: { color: *danger } } } }'),
    ).toEqual([
      expect.stringMatching(/^a\.yaml:1:21: x-colours\[0\]: color must be a CSS color .*"nope"\) \(for acme\/web\)$/),
    ])
  })

  it('rejects keys that are not paths', () => {
    expect(
      errorsOf(`
        groups: { 10: , 'https://x/y': }
        projects:
          web:
          17:
          acme/../web:
          acme/w eb:
      `),
    ).toEqual([
      "a.yaml:1:11: groups.10: must be a full path, because an id does not show the parent groups: write the group's full path",
      expect.stringMatching(
        /^a\.yaml:1:17: groups\."https:\/\/x\/y": the key must be .*: it must not be a URL: write "y"$/,
      ),
      expect.stringMatching(/^a\.yaml:3:3: projects\.web: the key must be .*"acme\/web": the group is missing$/),
      "a.yaml:4:3: projects.17: must be a full path, because an id does not show the parent groups: write the project's full path",
      expect.stringMatching(/^a\.yaml:5:3: projects\."acme\/\.\.\/web": the key must be /),
      expect.stringMatching(/^a\.yaml:6:3: projects\."acme\/w eb": the key must be /),
    ])
  })

  it.each([
    ['just a text', 'a.yaml:1:1: the file must be a map of defaults, groups, projects, groupSettings'],
    ['- projects', 'a.yaml:1:1: the file must be a map of defaults, groups, projects, groupSettings'],
    [
      'projects: [acme/web]',
      'a.yaml:1:11: projects: must be a map from paths of projects to their settings: write acme/web: { … }',
    ],
    [
      'groups: acme',
      'a.yaml:1:9: groups: must be a map from paths of groups to their settings: write acme/platform: { … }',
    ],
    ['projects: { acme/web: yes }', `a.yaml:1:23: projects."acme/web": must be a map of settings: ${settings}`],
    [
      'projects: { acme/web: { labels: [bug] } }',
      'a.yaml:1:33: projects."acme/web".labels: must be a map of labels by keys of your choice: write key: { color: … }',
    ],
    [
      'projects: { acme/web: { labels: [{ name: bug, color: d73a4a }, { name: p1, color: 5319e7 }] } }',
      'a.yaml:1:33: projects."acme/web".labels: must be a map of labels by keys of your choice: write bug: { color: … }',
    ],
    [
      'projects: { acme/web: { variables: [hunter2] } }',
      'a.yaml:1:36: projects."acme/web".variables: must be a map of variables by keys of your choice: write key: { key: …, value: … }',
    ],
    [
      'projects: { acme/web: { labels: { bug: red } } }',
      'a.yaml:1:40: projects."acme/web".labels.bug: must be a map of the arguments of a label: write { color: … }',
    ],
    [
      'projects: { acme/web: { labels: { bug: { color: { a: b } } } } }',
      'a.yaml:1:49: projects."acme/web".labels.bug.color: must be a string (got {"a":"b"})',
    ],
  ])('requires a map: %s', (text, error) => expect(errorsOf(text)).toEqual([error]))

  it.each([
    ['color: 5319e7', 'color: must be a string (got 5319e7): write "#5319e7", in quotes'],
    ['color: 000000', 'color: must be a string (got 000000): write "#000000", in quotes'],
    ['color: 1e1000', 'color: must be a string (got 1e1000): write "#1e1000", in quotes'],
    [
      'color: 0052cc',
      'color: must be a CSS color or #RRGGBB, such as "crimson" or "#D9534F" (got "0052cc"): write "#0052cc"',
    ],
    ['color: 53_19', 'color: must be a CSS color or #RRGGBB, such as "crimson" or "#D9534F" (got "53_19")'],
    ['color: 1.50', 'color: must be a string (got 1.50): write it in quotes, such as "#5319e7"'],
    ['color: red, name: 1.10', 'name: must be a string (got 1.10): write "1.10", in quotes'],
    ['color: red, description: 2026_1, name: True', 'name: must be a string (got True): write "True", in quotes'],
    ['color: red, description: 0x1F', 'description: must be a string or null (got 0x1F): write "0x1F", in quotes'],
    ['color: red, priority: 1e400', 'priority: must be an integer of at least 0 or null (got 1e400)'],
  ])('shows the text of a value that YAML reads as a number: %s', (written, problem) => {
    const [error, ...others] = errorsOf(`projects: { acme/web: { labels: { bug: { ${written} } } } }`)
    expect(error?.replace(/^.*labels\.bug\./, '')).toBe(problem)
    expect(others).toEqual([])
  })

  it('does not show the number in place of a secret', () => {
    const [error] = errorsOf('projects: { acme/web: { variables: { PIN: { key: PIN, value: 4711e7 } } } }')
    expect(error).toContain('value: must be a string')
    expect(error).not.toContain('4711')
  })

  it('rejects a null without effect, and an empty value that can be a mistake', () => {
    expect(
      errorsOf(`
        defaults: { labels: { bug: { color: red } } }
        projects:
          acme/web:
            labels: { bugg: null }
            triggerTokens: null
          acme/api:
            labels:
            freezePeriods: { nights: }
      `),
    ).toEqual([
      'a.yaml:7:5: projects."acme/api".labels: the value is missing: set null to remove the inherited value, {} for an empty set, or delete the line',
      'a.yaml:8:22: projects."acme/api".freezePeriods.nights: the value is missing: set null to remove the inherited value, or delete the line',
    ])
    expect(
      errorsOf(`
        defaults: { labels: { bug: { color: red } } }
        projects:
          acme/web:
            labels: { bugg: null }
            triggerTokens: null
      `),
    ).toEqual([
      'a.yaml:4:15: projects."acme/web".labels.bugg: null has no effect, because this key is not inherited: did you mean bug?',
      'a.yaml:5:5: projects."acme/web".triggerTokens: null has no effect, because the set is not inherited: delete the line',
    ])
  })

  it('reports colors that YAML treats as comments', () => {
    const hint = /a # after a space starts a comment in YAML: quote the color/
    const [block] = errorsOf('projects:\n  acme/web:\n    labels:\n      bug:\n        color: #D9534F\n')
    expect(block).toMatch(/^a\.yaml:5:9: projects\."acme\/web"\.labels\.bug\.color: /)
    expect(block).toMatch(hint)
    const flow = errorsOf('projects:\n  acme/web:\n    labels:\n      bug: { color: #F00 }\n')
    expect(flow).toContainEqual(expect.stringMatching(/^a\.yaml:4:21: /))
    expect(flow.join('\n')).toMatch(hint)
  })

  it('accepts a past date, because it can be the expiry date of an existing token', async () => {
    const items = { nightly: { description: 'n', expiresAt: '2020-01-31T12:00:00Z' } }
    const text = JSON.stringify({ projects: { 'acme/web': { triggerTokens: items } } })
    expect((await declared({ 'a.yaml': text }))['acme/web']!.triggerTokens!.items).toEqual(items)
    expect(errorsOf(text.replace('2020-01-31T12', '2020-02-31T12'))).toEqual([
      expect.stringMatching(/expiresAt: must be a timestamp such as/),
    ])
  })

  it('reports at most a hundred errors', () => {
    const labels = Array.from({ length: 130 }, (_, index) => `      l${index}: { color: nope }`)
    const found = errorsOf(['projects:', '  acme/web:', '    labels:', ...labels].join('\n'))
    expect(found).toHaveLength(101)
    expect(found[100]).toBe('… and 30 more')
  })
})

describe('invalid or malicious YAML', () => {
  it.each([
    ['a tab', 'projects:\n\tacme/web: {}', /^a\.yaml:2:1: invalid YAML: Tabs are not allowed as indentation$/],
    ['a quote that stays open', 'projects: { "acme/web: {} }', /^a\.yaml:1:\d+: invalid YAML: Missing closing "quote$/],
    [
      'an unclosed map',
      'projects: { acme/web: { labels: {}',
      /^a\.yaml:1:\d+: invalid YAML: Flow map .* must .* end with a \}$/,
    ],
    [
      'a tag',
      'projects: { acme/web: !secret hunter2hunter2 }',
      /^a\.yaml:1:23: unknown tag: quote a value that starts with "!"$/,
    ],
    [
      'a binary',
      'projects: { acme/web: !!binary aHVudGVy }',
      /^a\.yaml:1:23: unknown tag: quote a value that starts with "!"$/,
    ],
    ['a key that is a list', 'projects: { [acme/web]: {} }', /^a\.yaml:1:13: a key must be a string$/],
    [
      'a key __proto__',
      'projects: { acme/web: { labels: { __proto__: { color: red } } } }',
      /labels\.__proto__: __proto__ cannot be a key: choose another one$/,
    ],
    [
      'a key toString',
      'projects: { acme/web: { labels: { toString: { color: red } } } }',
      /labels\.toString: toString cannot be a key: choose another one$/,
    ],
    [
      'a project __proto__',
      'projects: { __proto__: { labels: {} } }',
      /projects\.__proto__: __proto__ cannot be a key: choose another one$/,
    ],
  ])('reports invalid YAML with its line: %s', (_, text, error) => {
    const found = errorsOf(text)
    expect(found[0]).toMatch(error)
    expect(found.join('\n')).not.toContain('hunter2')
    expect(({} as Record<string, unknown>).labels).toBeUndefined()
  })

  it('accepts labels with names that every JavaScript object has', async () => {
    const items = {
      constructor: { color: 'red' },
      valueOf: { color: 'blue' },
      null: { color: 'grey' },
      '1': { color: 'red' },
    }
    const text = `projects: { acme/web: { labels: { constructor: { color: red }, valueOf: { color: blue }, null: { color: grey }, 1: { color: red } } } }`
    expect((await declared({ 'a.yaml': text }))['acme/web']!.labels!.items).toEqual(items)
    expect(errorsOf('projects: { acme/web: { constructor: {}, labels: { a: { color: red, valueOf: 1 } } } }')).toEqual([
      expect.stringMatching(/^a\.yaml:1:25: projects\."acme\/web"\.constructor: unknown setting:/),
      expect.stringMatching(/^a\.yaml:1:69: .*valueOf: is not an argument of a label/),
    ])
  })

  it('reports deeply nested YAML without crashing', () => {
    const deep = `projects: { acme/web: { labels: { a: { color: ${'['.repeat(200)}${']'.repeat(200)} } } } }`
    expect(errorsOf(deep)).toContainEqual(expect.stringMatching(/^a\.yaml:1:\d+: .*: this is nested too deeply$/))
    const deeper = `projects: ${'['.repeat(50_000)}`
    expect(errorsOf(deeper).join('\n')).toMatch(/^a\.yaml:1:\d+: /)
  })

  it('reads YAML as version 1.2, regardless of its directive', async () => {
    const text =
      '%YAML 1.1\n---\nprojects: { acme/web: { labels: { on: { color: red, description: 2026-01-31 }, no: { color: blue, description: "no" } } } }'
    expect((await declared({ 'a.yaml': text }))['acme/web']!.labels!.items).toEqual({
      on: { color: 'red', description: '2026-01-31' },
      no: { color: 'blue', description: 'no' },
    })
  })

  it('reads a large file', async () => {
    const projects = Array.from({ length: 3000 }, (_, index) => `  acme/p${index}: { labels: { own: { color: red } } }`)
    const text = [
      'defaults: { labels: { bug: { color: red }, chore: { color: grey } } }',
      'projects:',
      ...projects,
      '  acme/last: { labels: { own: { color: nope } } }',
    ]
    const processorTime = startProcessorTime()
    expect(errorsOf(text.join('\n'))).toEqual([expect.stringMatching(/^a\.yaml:3003:40: /)])
    expect(processorTime()).toBeLessThan(10_000)
  })
})

describe('secrets', () => {
  const mirror = (password: string, more = '') =>
    `projects:\n  acme/web:\n    remoteMirrors:\n      backup: { url: 'https://example.com/w.git', username: u, password: ${password} ${more}}\n`
  beforeEach(() =>
    setAllConfig({ 'project:mirror': 'config-s3cret', 'other:mirror': 'other-s3cret' }, ['project:mirror']),
  )
  afterEach(() => {
    setAllConfig({}, [])
    delete process.env.MIRROR_PASSWORD
  })

  it.each([
    ['{ secret: mirror }', 'config-s3cret'],
    ['{ secret: other:mirror }', 'other-s3cret'],
    ['{ env: MIRROR_PASSWORD }', 'environment-s3cret'],
  ])('reads a secret from its declared source: %s', async (password, value) => {
    process.env.MIRROR_PASSWORD = 'environment-s3cret'
    program.write({ 'a.yaml': mirror(password) })
    const { items } = fromYaml('a.yaml', { cwd: program.folder })['acme/web']!.remoteMirrors!
    expect(await valueOf(items)).toMatchObject({ backup: { username: 'u', password: value } })
    expect(await isSecret(items)).toBe(true)
  })

  it('replaces a secret of an outer section completely', async () => {
    process.env.MIRROR_PASSWORD = 'environment-s3cret'
    const files = {
      'a.yaml': `
        defaults: { remoteMirrors: { backup: { url: 'https://example.com/w.git', username: u, password: { secret: none } } } }
        projects: { acme/web: { remoteMirrors: { backup: { password: { env: MIRROR_PASSWORD } } } } }
      `,
    }
    const { items } = (await declared(files))['acme/web']!.remoteMirrors!
    expect(items).toMatchObject({ backup: { password: 'environment-s3cret' } })
  })

  it('reports missing secrets', () => {
    expect(errorsOf(mirror('{ secret: none }'))).toEqual([
      `a.yaml:4:74: projects."acme/web".remoteMirrors.backup.password: the stack's configuration has no none: run "pulumi config set --secret none"`,
    ])
    expect(errorsOf(mirror('{ env: MIRROR_PASSWORD }'))[0]).toMatch(
      /the environment variable MIRROR_PASSWORD is not set$/,
    )
    process.env.MIRROR_PASSWORD = ''
    expect(errorsOf(mirror('{ env: MIRROR_PASSWORD }'))[0]).toMatch(
      /the environment variable MIRROR_PASSWORD is empty$/,
    )
  })

  it('rejects a plain-text secret without repeating it', () => {
    const found = errorsOf(mirror('hunter2hunter2'))
    expect(found).toEqual([
      'a.yaml:4:64: projects."acme/web".remoteMirrors.backup.password: a password must not be stored in a file: use { secret: NAME } for a secret of the stack\'s configuration, or { env: NAME } for an environment variable. If the file was committed, change the password',
    ])
    for (const wrong of [
      '12345678',
      '[hunter2hunter2]',
      '{ value: hunter2hunter2 }',
      '{ secret: a, env: b }',
      '{ secret: "" }',
    ]) {
      const message = errorsOf(mirror(wrong)).join('\n')
      expect(message).toMatch(
        /^a\.yaml:4:\d+: projects\."acme\/web"\.remoteMirrors\.backup\.password: .*use \{ secret: NAME \}/,
      )
      expect(message).not.toMatch(/hunter2|1234/)
    }
    const misspelled = errorsOf(
      mirror('{ secret: mirror }', ', pasword: hunter2hunter2, url2: "https://u:hunter2@x/y" '),
    ).join('\n')
    expect(misspelled).toContain('pasword: is not an argument of a remote mirror: did you mean password?')
    expect(misspelled).not.toContain('hunter2')
    expect(errorsOf(mirror('hunter2hunter2, "')).join('\n')).not.toContain('hunter2')
    expect(errorsOf(`${mirror('{ secret: mirror }')}hunter2hunter2\n"hunter2`).join('\n')).not.toContain('hunter2')
  })

  it('rejects a secret source in place of another value', () => {
    expect(errorsOf('projects: { acme/web: { labels: { bug: { color: { secret: x } } } } }')).toEqual([
      'a.yaml:1:49: projects."acme/web".labels.bug.color: must not be a reference to a secret: write the value itself',
    ])
  })
})

describe('the resources', () => {
  it('names resources by path, in order, with the given options', async () => {
    const provider = new Provider('other', { baseUrl: 'https://gitlab.example.org', token: 't' })
    program.write({ 'a.yaml': 'projects: { acme/web: { labels: {} }, acme/api: { labels: {} } }' })
    const projects = fromYaml('a.yaml', { cwd: program.folder, provider })
    expect(Object.keys(projects)).toEqual(['acme/api', 'acme/web'])
    expect(await valueOf(projects['acme/web']!.labels!.urn)).toMatch(/::acme\/web-labels$/)
    const sets = program.registered.filter(({ type }) => type.endsWith('LabelSet'))
    for (const set of sets) expect(set.provider).toMatch(/::other::other-id$/)
  })

  it('registers no resources without projects', async () => {
    expect(await declared({ 'a.yaml': 'defaults: { labels: { bug: { color: red } } }' })).toEqual({})
  })
})

import { spawnSync } from 'node:child_process'
import { parse } from 'yaml'
import { dependencyOn } from '../../cli/shared/package-source'
import { onPath } from '../../tools/pulumi/paths'
import { addProjects, hostileNames, type Imported, useExport } from '../support/export'
import { declaredInPython, python } from '../support/exported-python'

jest.setTimeout(60_000)

const exported = useExport()
const { emulator, file, files, imported, label, makeOneOfEach, run } = exported

const plugin = ['npm install', 'pulumi package add ./node_modules/trueup-plugin']

/** A resource as a program declares it. */
interface Declared {
  type: string
  name: string
  args: Record<string, unknown>
}

const byName = (one: Declared, other: Declared) => (`${one.type} ${one.name}` < `${other.type} ${other.name}` ? -1 : 1)

/** The resources that the program must declare: the arguments are the inputs of the import, without defaults. */
function expectToDeclareImports(declared: Declared[]) {
  expect(declared).toHaveLength(imported().length)
  const inputs = new Map(imported().map((one) => [`${one.type} ${one.name}`, one.inputs]))
  for (const { type, name, args } of declared) {
    const { items = {}, ...own } = inputs.get(`${type} ${name}`)!
    expect({ name, args: Object.keys(args) }).toEqual({ name, args: expect.arrayContaining(['project']) })
    expect({ ...own, items }).toMatchObject(args.items ? { project: own.project } : simple(args))
    if (args.items) expect(Object.keys(args.items).sort()).toEqual(Object.keys(items as object).sort())
  }
}

/** The arguments that are written as they are stored. */
const simple = ({ deployAccessLevels, ...args }: Record<string, unknown>) => args

describe('a program in YAML', () => {
  interface Program {
    runtime: string
    resources: Record<string, { type: string; name: string; properties: Record<string, unknown> }>
  }
  const program = () => parse(file('Pulumi.yaml'), { version: '1.1', schema: 'yaml-1.1' }) as Program
  const text = (value: string) => value.replaceAll('$$', '$')
  const declared = (): Declared[] =>
    Object.values(program().resources).map(({ type, name, properties }) => ({
      type,
      name: text(name),
      args: JSON.parse(text(JSON.stringify(properties))) as Declared['args'],
    }))

  it('writes a readable program without default values', async () => {
    await makeOneOfEach()
    expect(await run('maintainer', '--project', 'acme/web', '--language', 'yaml')).toMatchObject({ code: 0 })
    expect(files()).toEqual(['.gitignore', 'Pulumi.yaml', 'README.md', 'import.json', 'package.json'])
    const [head, ...kinds] = file('Pulumi.yaml').split('\n\n')
    expect(head).toBe(`# Exported from ${emulator.url} by trueup export.`)
    expect(kinds[0]).toBe(`name: acme-web
description: Project configuration on ${emulator.url}.
runtime: yaml
plugins:
  providers:
    - name: trueup
      path: "./node_modules/trueup-plugin"
resources:
  # Labels of acme/web
  acmeWebBug:
    type: trueup:index:Label
    name: acme/web bug
    properties:
      project: acme/web
      name: bug
      color: "#DC143C"
      priority: 0`)
    expect(kinds[2]).toBe(`  # Protected environments of acme/web
  acmeWebProduction:
    type: trueup:index:ProtectedEnvironment
    name: acme/web production
    properties:
      project: acme/web
      name: production
      deployAccessLevels:
        - accessLevel: maintainer
        - userId: 3
      approvalRules:
        - groupId: 12
          requiredApprovals: 2`)
    expect(kinds[4]).toContain('  # Only owner can change this token.\n  acmeWebRelease:\n')
    expectToDeclareImports(declared())
  })

  it('breaks no line within an emoji', async () => {
    for (const at of [0, 1]) await label(1, `${'x'.repeat(at)}bug`, { description: '-'.repeat(at) + '🚀'.repeat(200) })
    expect(await run('owner', '--project', '1', '--language', 'yaml')).toMatchObject({ code: 0 })
    expect(file('Pulumi.yaml')).not.toContain('\ufffd')
    expectToDeclareImports(declared())
  })

  it('writes hostile names as plain text, also as keys of sets', async () => {
    for (const name of hostileNames) expect(await label(1, name)).toMatchObject({ status: 201 })
    for (const options of [[], ['--sets']]) {
      const code = await run('owner', '--project', '1', '--language', 'yaml', '--force', ...options)
      expect(code).toMatchObject({ code: 0 })
      expectToDeclareImports(declared())
      expect(file('Pulumi.yaml')).not.toMatch(/[\u2028\u2029\u202a-\u202e]|^ *(?:fn::|<<)|: <<$/m)
      expect(file('Pulumi.yaml').replaceAll('$$', '')).not.toContain('${')
    }
  })
})

describe('a program in Python', () => {
  const declared = () => declaredInPython(exported.folder)

  it('writes a readable program without default values', async () => {
    await makeOneOfEach()
    expect(await run('maintainer', '--project', 'acme/web', '--language', 'python')).toMatchObject({ code: 0 })
    const own = ['Pulumi.yaml', 'README.md', '__main__.py', 'import.json', 'package.json', 'requirements.txt']
    expect(files()).toEqual(['.gitignore', ...own])
    expect(parse(file('Pulumi.yaml'))).toMatchObject({ runtime: { name: 'python', options: { virtualenv: 'venv' } } })
    expect(file('__main__.py')).toContain(`# Exported from ${emulator.url} by trueup export.
import pulumi_trueup as trueup

acme_web = "acme/web"

# Labels of acme/web
trueup.Label("acme/web bug", project=acme_web, name="bug", color="#DC143C", priority=0)
`)
    expect(file('__main__.py')).toContain(`
trueup.ProtectedEnvironment(
    "acme/web production",
    project=acme_web,
    name="production",
    deploy_access_levels=[{"access_level": "maintainer"}, {"user_id": 3}],
    approval_rules=[{"group_id": 12, "required_approvals": 2}],
)
`)
    expect(file('README.md')).toContain('token = trueup.get_trigger_token(project="acme/web", trigger=17).token')
  })

  const withPython = python === undefined ? it.skip : it

  withPython('declares the same resources as the import file, also with palettes and sets', async () => {
    await makeOneOfEach()
    for (const project of [1, 2, 3]) for (const name of ['idea', 'chore']) await label(project, name)
    for (const name of hostileNames) await label(2, name)
    for (const options of [[], ['--sets']]) {
      const args = ['--project', 'acme/web', '2', '3', '--language', 'python', '--force', ...options]
      expect(await run('owner', ...args)).toMatchObject({ code: 0 })
      expect(file('__main__.py')).toContain('\npalette = {\n    "idea": {"color": "#DC143C"},\n')
      const all = declared()
      expect([...all].sort(byName).map(({ type, name }) => [type, name])).toEqual(
        imported()
          .map(({ type, name }) => ({ type, name, args: {} }))
          .sort(byName)
          .map(({ type, name }) => [type, name]),
      )
      expectToDeclareImports(all)
    }
  })

  withPython('has a module for each project if there are many', async () => {
    addProjects(emulator, 21, 22, 23)
    for (const id of [1, 2, 21, 22, 23]) for (const name of ['x', 'y', `of ${id}`]) await label(id, name)
    for (const options of [[], ['--sets']]) {
      expect(await run('root', '--group', 'acme', '--language', 'python', '--force', ...options)).toMatchObject({
        code: 0,
      })
      expect(file('__main__.py')).toContain('import projects.acme_project_21\n')
      expectToDeclareImports(declared())
    }
    expect(file('projects/acme_project_21.py')).toContain('from shared import palette\n')
  })

  withPython('shares labels that a few projects lack, and omits them there', async () => {
    const ids = [1, 2, 21, 22, 23, 24]
    addProjects(emulator, 21, 22, 23, 24)
    for (const id of ids) {
      // Each of the first projects lacks one of the labels.
      const names = ['bug', 'it\'s "late"', 'chore'].filter((_, at) => ids[at] !== id)
      for (const name of names) await label(id, name)
    }
    await label(1, 'only here')
    expect(await run('root', '--group', 'acme', '--language', 'python', '--sets')).toMatchObject({ code: 0 })
    expect(file('shared.py')).toBe(`# Shared by several projects.
import pulumi_trueup as trueup

def omit(items, *keys):
    """Returns the items except those with the given keys."""
    return {key: item for key, item in items.items() if key not in keys}

# Labels of 6 projects
palette = {
    "bug": {"color": "#DC143C"},
    "chore": {"color": "#DC143C"},
    "it's \\"late\\"": {"color": "#DC143C"},
}
for project in ["acme/project-22", "acme/project-23", "acme/project-24"]:
    trueup.LabelSet(f"{project} labels", project=project, items=palette)
`)
    expect(file('projects/acme_web.py')).toContain('from shared import omit, palette\n')
    expect(file('projects/acme_web.py')).toContain('items={**omit(palette, "bug"), "only here": {"color": "#DC143C"}}')
    expect(file('projects/acme_api.py')).toContain('items=omit(palette, "it\'s \\"late\\""))')
    expectToDeclareImports(declared())
  })
})

it.each([
  ['yaml', ['npm install', 'pulumi stack init dev']],
  ['python', plugin],
  ['go', [...plugin, 'go mod tidy']],
])('imports resources of the plugin for %s, and installs it', async (language, commands) => {
  const secrets = await makeOneOfEach()
  const { code, stdout, stderr } = await run('owner', '--group', 'acme', '--language', language)
  expect(code).toBe(0)
  expect(new Set(imported().map(({ type }) => type.replace(/\w+$/, '')))).toEqual(new Set(['trueup:index:']))
  for (const { inputs, outputs } of imported()) expect({ ...inputs, ...outputs }).not.toHaveProperty('__provider')
  expect(JSON.parse(file('package.json'))).toMatchObject({
    dependencies: {
      'trueup-plugin': dependencyOn('trueup-plugin', exported.folder),
      ...(language !== 'yaml' && { '@pulumi/pulumi': '^3.216.0' }),
    },
  })
  expect(file('README.md')).toContain(`\`\`\`console\n${commands.join('\n')}\n`)
  for (const command of commands) expect(stdout).toContain(`  ${command}\n`)
  const text = files().map(file).join('\n') + stdout + stderr
  for (const secret of [...secrets, 'emulator-owner']) expect(text).not.toContain(secret)
})

it('writes a program in TypeScript for the plugin with --native', async () => {
  await makeOneOfEach()
  expect(await run('owner', '--group', 'acme', '--native')).toMatchObject({ code: 0 })
  expect(file('index.ts')).toContain("\nimport * as trueup from 'trueup/native'\n")
  expect(JSON.parse(file('package.json'))).toMatchObject({
    dependencies: { trueup: expect.any(String) as string, 'trueup-plugin': expect.any(String) as string },
  })
  expect(parse(file('Pulumi.yaml'))).toMatchObject({
    plugins: { providers: [{ name: 'trueup', path: './node_modules/trueup-plugin' }] },
  })
  expect(imported().every(({ type }: Imported) => type.startsWith('trueup:index:'))).toBe(true)
})

const [gofmt] = onPath('gofmt')

describe('a program in Go', () => {
  /** The files that are not formatted as gofmt does, or are not Go. */
  const unformatted = () => {
    const { stdout, stderr } = spawnSync(gofmt!, ['-l', exported.folder], { encoding: 'utf8' })
    return stdout + stderr
  }

  it('writes a readable program without default values', async () => {
    await makeOneOfEach()
    expect(await run('maintainer', '--project', 'acme/web', '--language', 'go')).toMatchObject({ code: 0 })
    const own = ['Pulumi.yaml', 'README.md', 'go.mod', 'import.json', 'main.go', 'package.json']
    expect(files()).toEqual(['.gitignore', ...own])
    expect(file('go.mod')).toMatch(
      /^module acme-web\n\ngo 1\.\d+\.\d+\n\nrequire github\.com\/pulumi\/pulumi\/sdk\/v3 v3/,
    )
    expect(file('main.go')).toContain(`// Exported from ${emulator.url} by trueup export.

package main

import (
	"github.com/pulumi/pulumi-trueup/sdk/go/trueup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		for _, declare := range []func(*pulumi.Context) error{acmeWeb} {
			if err := declare(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func acmeWeb(ctx *pulumi.Context) error {
	project := pulumi.String("acme/web")

	// Labels
	if _, err := trueup.NewLabel(ctx, "acme/web bug", &trueup.LabelArgs{
		Project:  project,
		Name:     pulumi.String("bug"),
		Color:    pulumi.String("#DC143C"),
		Priority: pulumi.Int(0),
	}); err != nil {
		return err
	}
`)
    expect(file('main.go')).toContain(`
	if _, err := trueup.NewProtectedEnvironment(ctx, "acme/web production", &trueup.ProtectedEnvironmentArgs{
		Project: project,
		Name:    pulumi.String("production"),
		DeployAccessLevels: trueup.DeployAccessLevelArray{
			&trueup.DeployAccessLevelArgs{
				AccessLevel: pulumi.String("maintainer"),
			},
			&trueup.DeployAccessLevelArgs{
				UserId: pulumi.Int(3),
			},
		},
`)
  })

  const withGo = gofmt === undefined ? it.skip : it

  withGo('formats a program as gofmt does, also with hostile names, sets and enums', async () => {
    await makeOneOfEach()
    for (const name of hostileNames) await label(1, name)
    const ssh = { url: 'ssh://git@backup.example.com/web.git', auth_method: 'ssh_public_key' }
    await emulator.post('/projects/1/remote_mirrors', ssh)
    for (const options of [[], ['--sets']]) {
      const args = ['--group', 'acme', '--language', 'go', '--force', ...options]
      expect(await run('owner', ...args)).toMatchObject({ code: 0 })
      expect(unformatted()).toBe('')
      expect(file('main.go')).toMatch(/AuthMethod: +trueup\.RemoteMirrorAuthMethod\("ssh_public_key"\),\n/)
      expect(file('main.go')).toMatch(/Scopes: pulumi\.StringArray\{\n\t+pulumi\.String\("read_api"\),\n/)
      for (const { name } of imported()) expect(file('main.go')).toContain(`(ctx, ${JSON.stringify(name)}, &trueup.`)
    }
    expect(file('main.go')).toContain('\t\tItems: trueup.LabelSetItemMap{\n')
    expect(file('main.go')).toContain('Name:  pulumi.String("a\\u202eb"),\n')
  })

  withGo('has a file for each project if there are many', async () => {
    addProjects(emulator, 21, 22, 23, 24, 25)
    for (const id of [21, 22, 23, 24, 25]) await label(id, 'bug')
    expect(await run('root', '--group', 'acme', '--language', 'go')).toMatchObject({ code: 0 })
    expect(unformatted()).toBe('')
    expect(file('main.go')).toContain('error{acmeProject21, acmeProject22, acmeProject23,')
    expect(file('project-acme-project-21.go')).toContain('\nfunc acmeProject21(ctx *pulumi.Context) error {\n')
  })
})

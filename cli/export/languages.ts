import { goComment, goFile, type GoFunction, goMain, goNames, goResource } from '../languages/go'
import { Code } from '../languages/literal'
import { pulumiYaml } from '../languages/pulumi-yaml'
import { pythonSyntax } from '../languages/python-syntax'
import { kebabCase, Slugs } from '../languages/slugs'
import { typescriptSyntax } from '../languages/typescript-syntax'
import type { Estate, Exported } from './estate'
import type { ExportFlags } from './flags'
import { goPackage, nodePackage, pluginPackage, pluginSource, projectFile, pythonPackage } from './package'
import { headline, maxParentsInOneFile, ownOf, programOf, secretsOf, type Source } from './program'
import { asProjects, projectFilesOf } from './projects'
import { headingsOf, kindBlocks, remarksOn } from './resource-text'

/** What the files say about the program. */
export interface About extends Source {
  /** The name of the Pulumi project. */
  name: string
}

/** How `trueup export` writes a program. */
export interface Language {
  /** Whether the resources have the types of the plugin, not those of dynamic resources. */
  isNative: boolean
  /** The files of the program, by path. */
  filesOf(estate: Estate, about: About): Record<string, string>
  /** Combines resources before they are written. Default: not at all. */
  arrange?(resources: Exported[]): Exported[]
  /** Entries of .gitignore. */
  ignored: readonly string[]
  /** The commands that install what the program needs. */
  install: readonly string[]
  /** How a program reads the value of a trigger token: the language of the code, and the code. */
  tokenExample: readonly [language: string, code: string]
}

export function languageOf({ language, native }: ExportFlags): Language {
  if (language === 'typescript') return native ? nativeTypescript : typescript
  return { go, projects, python, yaml }[language]
}

const typescriptToken = `const { token } = trueup.getTriggerToken({ project: 'acme/web', trigger: 17 }) // a secret`

const typescript: Language = {
  isNative: false,
  filesOf: (estate, about) => ({ ...programOf(estate, about, typescriptSyntax('trueup')), ...nodePackage(about) }),
  ignored: ['node_modules/'],
  install: ['npm install'],
  tokenExample: ['ts', typescriptToken],
}

const nativeTypescript: Language = {
  ...typescript,
  isNative: true,
  filesOf: (estate, about) => ({
    ...programOf(estate, about, typescriptSyntax('trueup/native')),
    ...nodePackage(about, true),
  }),
}

const projects: Language = {
  ...typescript,
  arrange: asProjects,
  filesOf: (estate, about) => ({ ...projectFilesOf(estate, about), ...nodePackage(about) }),
}

/** Installs the plugin, and generates its SDK. */
const addPlugin = ['npm install', 'pulumi package add ./node_modules/trueup-plugin']

const python: Language = {
  isNative: true,
  filesOf: (estate, about) => ({ ...programOf(estate, about, pythonSyntax), ...pythonPackage(about) }),
  ignored: ['node_modules/', 'venv/', '__pycache__/'],
  install: addPlugin,
  tokenExample: ['python', 'token = trueup.get_trigger_token(project="acme/web", trigger=17).token  # a secret'],
}

const yaml: Language = {
  isNative: true,
  filesOf: (estate, about) => {
    const own = ownOf(estate.resources)
    const resources = estate.parents.flatMap((parent) =>
      own(parent).map((one, at, all) => {
        const isFirst = all[at - 1]?.kind !== one.kind
        const headings = isFirst
          ? headingsOf(
              one.kind,
              all.filter(({ kind }) => kind === one.kind),
              parent.path,
            )
          : []
        const args = { ...one.args, [one.parentKind]: one.parent }
        return { kind: one.kind, name: one.name, args, comments: [...headings, ...remarksOn(one, about.username)] }
      }),
    )
    return {
      'Pulumi.yaml': pulumiYaml(
        { ...projectFile(about, 'yaml'), packages: pluginSource },
        [headline(about.service)],
        resources,
      ),
      ...pluginPackage(about),
    }
  },
  ignored: ['node_modules/'],
  install: ['npm install'],
  tokenExample: [
    'yaml',
    [
      'variables:',
      '  token: # a secret',
      '    fn::invoke:',
      '      function: trueup:index:getTriggerToken',
      '      arguments: { project: acme/web, trigger: 17 }',
      '      return: token',
    ].join('\n'),
  ],
}

const go: Language = {
  isNative: true,
  filesOf: (estate, about) => ({ ...goProgram(estate, about), ...goPackage(about) }),
  ignored: ['node_modules/'],
  install: [...addPlugin, 'go mod tidy'],
  tokenExample: [
    'go',
    [
      'token := trueup.LookupTriggerTokenOutput(ctx, trueup.LookupTriggerTokenOutputArgs{',
      '\tProject: pulumi.String("acme/web"),',
      '\tTrigger: pulumi.Int(17),',
      '}).Token() // a secret',
    ].join('\n'),
  ],
}

/** A function for each project and group, in files of their own if there are many. */
function goProgram(estate: Estate, { service, username }: About): Record<string, string> {
  const own = ownOf(estate.resources)
  const names = goNames()
  const files = new Slugs(kebabCase)
  const functions = estate.parents
    .filter((parent) => own(parent).length > 0)
    .map(({ parentKind, path }): GoFunction & { file: string } => {
      const resources = own({ parentKind, path })
      const writer = { comment: goComment, resource: goResource }
      return {
        name: names.of(path),
        file: `${files.of(`${parentKind} ${path}`)}.go`,
        parent: [parentKind, path],
        blocks: kindBlocks(resources, new Code(parentKind), username, writer),
        hasSecrets: secretsOf(resources).length > 0,
      }
    })
  const isAlone = functions.length <= maxParentsInOneFile
  return {
    'main.go': goMain(headline(service), functions, isAlone),
    ...(isAlone ? {} : Object.fromEntries(functions.map((one) => [one.file, goFile(one)]))),
  }
}

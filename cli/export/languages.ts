import { pythonSyntax } from '../languages/python-syntax'
import { typescriptSyntax } from '../languages/typescript-syntax'
import type { Estate, Exported } from './estate'
import type { ExportFlags } from './flags'
import { goProgram } from './go-program'
import { goPackage, nodePackage, pythonPackage, yamlPackage, yamlProject } from './package'
import { programOf, type Source } from './program'
import { asProjects, projectFilesOf } from './projects'
import { yamlProgram } from './yaml-program'

/** What the files say about the program. */
export interface About extends Source {
  /** How many levels of groups the names of files have. */
  depth: number
  /** The name of the Pulumi project. */
  name: string
  /** The folder of the program. */
  folder: string
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
  filesOf: (estate, about) => ({ ...projectFilesOf(estate, about, about.depth), ...nodePackage(about) }),
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
  filesOf: (estate, about) => ({ ...yamlProgram(estate, about, yamlProject(about)), ...yamlPackage(about) }),
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

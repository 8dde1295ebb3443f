import * as regexp from 'eslint-plugin-regexp'
import simpleImportSort from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

const roomsBelowPulumi = ['./', '../engine', '../service', '../schema']

/** The folders of the command line: one for each command, helpers of several commands, and the states of stacks. */
const cliFolders =
  'calendar completion doctor drift export init languages shared stacks terraform tokens validate'.split(' ')

/**
 * What the command line may import from other folders. `provider/command-line/` is its only way to the engine. That has
 * several files, because a command loads only what it needs.
 */
const engineImports = (up) => [
  ...['sdk', 'emulator', 'cron'].map((folder) => `${up}/${folder}`),
  `${up}/provider/command-line`,
  `${up}/provider/kinds`,
]

/**
 * Which folder may import which. Everything that is not listed for a folder is an error.
 *
 * `packages` are the npm packages a folder may load, `ours` the folders of this repository it may import,
 * `types` those it may import types from only.
 */
const arrows = [
  { files: ['sdk/*.ts', 'sdk/resources/*.ts'], ours: ['./', '../http'], packages: [] },
  { files: ['sdk/http/*.ts'], ours: ['./'], packages: [] },
  { files: ['sdk/http/connections.ts'], ours: ['./'], packages: ['undici'] },
  { files: ['cron/*.ts'], ours: ['./'], packages: [] },
  { files: ['emulator/*.ts'], ours: ['./'], packages: ['hono'] },
  { files: ['emulator/store/*.ts'], ours: ['./'], packages: [] },
  { files: ['emulator/records/*.ts'], ours: ['./', '../store'], packages: [] },
  { files: ['emulator/http/*.ts'], ours: ['./', '../records', '../store'], packages: ['fastest-levenshtein', 'hono'] },
  {
    files: ['emulator/resources/*.ts'],
    ours: ['./', '../http', '../records', '../store', '../../cron'],
    packages: ['color-name'],
  },
  {
    files: ['emulator/world/*.ts'],
    ours: ['./', '../resources', '../http', '../records', '../store', '../../cron'],
    packages: ['ajv', 'fastest-levenshtein', 'yaml'],
  },
  { files: ['provider/*.ts'], ours: ['./'], packages: [], types: ['@pulumi/pulumi'] },
  {
    // The plugin.
    files: ['provider/native/*.ts'],
    ours: ['./', '../core', '../kinds', '../index', 'node:'],
    packages: [],
    types: ['@grpc/grpc-js', '@pulumi/pulumi', 'google-protobuf'],
  },
  {
    // Components that the plugin creates.
    files: ['provider/native/construct*.ts'],
    ours: ['./', '../core', '../components', '../native-components'],
    packages: ['output', 'resource', 'runtime/config', 'runtime/resource', 'runtime/rpc']
      .concat(['runtime/settings', 'runtime/state'])
      .map((name) => `@pulumi/pulumi/${name}`),
    types: ['@grpc/grpc-js', '@pulumi/pulumi'],
  },
  {
    // What the command line uses.
    files: ['provider/command-line/*.ts'],
    ours: ['./', '../core', '../components', '../functions', '../kinds', '../resources']
      // How the plugin reads its settings.
      .concat(['../native/configuration', '../native/urn']),
    packages: [],
  },
  {
    files: ['provider/resources/*.ts'],
    ours: ['./', '../core'],
    packages: [],
    types: ['../../sdk', '@pulumi/pulumi'],
  },
  {
    // The service strips a URL the way it strips a cron expression.
    files: ['project-hook-fields', 'remote-mirror-url'].map((name) => `provider/resources/${name}.ts`),
    ours: ['./', '../core', '../../cron'],
    packages: [],
    types: ['../../sdk', '@pulumi/pulumi'],
  },
  {
    files: ['provider/functions/*.ts'],
    ours: ['./', '../core', '../resources', '../../cron'],
    packages: [],
    types: ['../../sdk', '@pulumi/pulumi'],
  },
  {
    // What a kind says: its fields, their canonical forms, and what they mean.
    files: ['provider/core/schema/*.ts'],
    ours: ['./', '../../../sdk', '../../../cron', 'node:'],
    packages: ['ajv', 'color-name', 'fastest-levenshtein'],
    types: ['@pulumi/pulumi'],
  },
  {
    // The service of an operation: settings, connection, parents, snapshots.
    files: ['provider/core/service/*.ts'],
    ours: ['./', '../schema', '../../../sdk', 'node:'],
    packages: [],
    types: ['@grpc/grpc-js', '@pulumi/pulumi', 'google-protobuf'],
  },
  {
    // Who owns which object.
    files: ['provider/core/service/ownership/*.ts'],
    ours: ['./', '../', '../../schema', '../../../../sdk', 'node:'],
    packages: [],
  },
  {
    // The verbs.
    files: ['provider/core/engine/*.ts'],
    ours: ['./', '../schema', '../service', '../../kinds', '../../../sdk', 'node:'],
    packages: ['deep-diff'],
    types: ['@pulumi/pulumi'],
  },
  {
    // What a program uses. Never the root of @pulumi/pulumi: it takes 0.7 s to load, in each process.
    files: ['provider/core/pulumi/*.ts'],
    ours: [...roomsBelowPulumi, '../../../sdk'],
    packages: ['errors', 'log', 'output', 'resource']
      .concat(['config', 'settings', 'stack', 'state'].map((name) => `runtime/${name}`))
      .map((name) => `@pulumi/pulumi/${name}`),
    types: ['@pulumi/pulumi'],
  },
  {
    // Functions ask the service from within the program.
    files: ['invoke', 'calculate', 'dependencies', 'function-failure', 'mocks'].map(
      (name) => `provider/core/pulumi/${name}.ts`,
    ),
    ours: [...roomsBelowPulumi, '../../../sdk'],
    packages: ['errors', 'log', 'output', 'resource']
      .concat(['config', 'dependsOn', 'invoke', 'settings', 'state'].map((name) => `runtime/${name}`))
      .map((name) => `@pulumi/pulumi/${name}`),
    types: ['@pulumi/pulumi'],
  },
  {
    // What is composed of resources, and of data.
    files: ['provider/components/*.ts'],
    ours: ['./', '../resources', '../core', 'node:'],
    packages: [
      ...['config', 'errors', 'log', 'output', 'resource'].map((name) => `@pulumi/pulumi/${name}`),
      ...['tinyglobby', 'yaml'],
    ],
    types: ['@pulumi/pulumi'],
  },
  { files: ['cli/*.ts'], ours: ['./', ...engineImports('..')], packages: ['commander'] },
  {
    files: ['cli/*/*.ts'],
    ours: ['./', ...cliFolders.map((folder) => `../${folder}`), ...engineImports('../..'), 'node:'],
    packages: [
      'commander',
      'cli-table3',
      'cli-progress',
      'deep-diff',
      'hono',
      'ical-generator',
      'string-width',
      'fastest-levenshtein',
      'semver',
      'yaml',
    ],
  },
]

/**
 * Which folders the tools, the benchmark and the tests must not import. They can load all packages. The last entry that
 * names a file applies to it. `test/repo/imports.test.ts` also finds circles between folders.
 */
const forbidden = [
  { files: ['tools/**/*.ts'], folders: ['cli', 'bench', 'test'] },
  // It sends the requests that `emulator/test/truth/` has recorded.
  { files: ['tools/compare/*.ts'], folders: ['cli', 'bench', 'provider', 'sdk'] },
  // It runs the tests of kinds.
  { files: ['tools/service/*.ts'], folders: ['cli', 'bench', 'provider', 'sdk'] },
  // What all tools use.
  {
    files: ['tools/{pulumi,stand-ins}/**/*.ts'],
    folders: ['sdk', 'cron', 'provider', 'emulator', 'cli', 'bench', 'test'],
  },
  { files: ['bench/*.ts'], folders: ['cli', 'test'] },
  { files: ['test/**/*.ts'], folders: ['bench'] },
  // Tests of what does not know the provider.
  { files: ['emulator/test/**/*.ts'], folders: ['bench', 'tools', 'cli', 'provider', 'sdk'] },
  { files: ['test/sdk/**/*.ts'], folders: ['bench', 'tools', 'cli', 'provider'] },
  // It sends the requests of `tools/api-coverage/`.
  { files: ['test/sdk/requests.test.ts'], folders: ['bench', 'cli', 'provider'] },
  { files: ['test/cron/**/*.ts'], folders: ['bench', 'tools', 'cli', 'provider', 'sdk', 'emulator'] },
]

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const under = (names) =>
  names.map((name) => (name.endsWith('/') ? `${literal(name)}` : `${literal(name)}(?:/|$)`)).join('|')

function arrow({ files, ours, packages, types = [] }) {
  const values = under(['node:', ...ours, ...packages].map((name) => (name === 'node:' ? 'node:/' : name))).replace(
    'node:\\/',
    'node:',
  )
  const patterns = [
    {
      regex: `^(?!${values}${types.length ? `|${under(types)}` : ''})`,
      message: `${files} must not import this. CONTRIBUTING.md says which folder may import which.`,
    },
  ]
  if (types.length) {
    patterns.push({
      regex: `^(?!${values})(?=${under(types)})`,
      allowTypeImports: true,
      message: 'Import types only from here.',
    })
  }
  return { files, rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] } }
}

export const ignored = { ignores: ['dist/', 'coverage/', 'node_modules/', 'examples/*/node_modules/'] }

export default tseslint.config(
  ignored,
  { files: ['**/*.ts'], extends: [...tseslint.configs.recommended] },
  {
    files: ['**/*.ts'],
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'simple-import-sort/imports': ['error', { groups: [['^node:', '^@?\\w', '^\\.\\./', '^\\./', '^\\u0000']] }],
      'no-duplicate-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "BinaryExpression[operator='instanceof'][right.name=/^(CustomResource|Resource|ProviderResource|Output)$/]",
          message:
            'Two copies of @pulumi/pulumi may be loaded: instanceof does not recognize the classes of the other copy.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { regexp },
    rules: {
      ...regexp.configs['flat/recommended'].rules,
      'regexp/no-potentially-useless-backreference': 'error',
      // Patterns can have groups for structure, `[^]`, and explicit characters.
      'no-regex-spaces': 'off',
      'regexp/match-any': 'off',
      'regexp/no-obscure-range': 'off',
      'regexp/no-unused-capturing-group': 'off',
      'regexp/optimal-quantifier-concatenation': 'off',
      'regexp/prefer-character-class': 'off',
      'regexp/prefer-w': 'off',
      'regexp/use-ignore-case': 'off',
    },
  },
  {
    // These patterns match names, responses and files of others. A pattern must not take more than linear time.
    files: ['sdk', 'provider', 'emulator', 'cli', 'cron'].map((folder) => `${folder}/**/*.ts`),
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignoreSticky: false, ignorePartial: false }],
    },
  },
  // Tests match what we write ourselves; what the emulator hides ends with what its patterns look for, and an expression
  // for branches has at most some thousand characters.
  {
    files: ['test/**/*.ts', 'emulator/test/**/*.ts', 'emulator/http/redact.ts', 'emulator/http/re2.ts'],
    rules: { 'regexp/no-super-linear-backtracking': 'off', 'regexp/no-super-linear-move': 'off' },
  },
  ...arrows.map(arrow),
  ...forbidden.map(({ files, folders }) => {
    const message = `${files} must not import this. CONTRIBUTING.md says which folder may import which.`
    const patterns = [{ regex: `^(?:\\.\\./)+(?:${folders.join('|')})(?:/|$)`, message }]
    return { files, rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] } }
  }),
  // Load what takes long when it is needed, and the one kind that a resource's provider text names.
  {
    files: [
      'provider/core/engine/load.ts',
      'provider/core/pulumi/resource.ts',
      'provider/core/schema/shape.ts',
      'provider/components/from-yaml.ts',
      'provider/components/projects.ts',
      'provider/native/program-runtime.ts',
      'provider/native/serve.ts',
      'provider/native/service.ts',
      'sdk/http/connections.ts',
    ],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  { files: ['cli/**/*.ts', 'tools/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
)

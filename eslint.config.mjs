import tseslint from 'typescript-eslint'

/** The kinds that there are sets of. */
const kinds = ['label', 'freeze-period', 'protected-environment', 'trigger-token', 'remote-mirror']

/**
 * The arrows of the house: which folder may import which. Everything not listed for a folder is refused there.
 *
 * `packages` are the npm packages a folder may load, `ours` the folders of this repository it may import,
 * `types` those it may import types from only.
 */
const arrows = [
  { files: ['sdk/*.ts'], ours: ['./'], packages: [] },
  { files: ['sdk/http.ts'], ours: ['./'], packages: ['undici'] },
  { files: ['cron/*.ts'], ours: ['./'], packages: [] },
  { files: ['emulator/*.ts'], ours: ['./', '../cron'], packages: ['hono', 'color-name'] },
  { files: ['provider/*.ts'], ours: ['./'], packages: [], types: ['../sdk', '@pulumi/pulumi'] },
  {
    files: ['provider/core/*.ts'],
    ours: ['./', '../../sdk', '../../cron', 'node:'],
    packages: ['ajv', 'deep-diff', '@sinclair/typebox', 'color-name', 'fastest-levenshtein'],
    types: ['@pulumi/pulumi'],
  },
  {
    // The classes a program uses. Never the root of @pulumi/pulumi: it takes 0.7 s to load, in each process.
    files: ['resource', 'provider', 'twins', 'plain-token'].map((name) => `provider/core/${name}.ts`),
    ours: ['./'],
    packages: ['resource', 'output', 'errors', 'log', 'runtime/stack'].map((name) => `@pulumi/pulumi/${name}`),
    types: ['@pulumi/pulumi'],
  },
  {
    // Functions ask the service from within the program.
    files: ['provider/core/invoke.ts'],
    ours: ['./', '../../sdk'],
    packages: ['output', 'errors', 'log', 'runtime/config'].map((name) => `@pulumi/pulumi/${name}`),
    types: ['@pulumi/pulumi'],
  },
  {
    // What is composed of resources, and of data.
    files: ['provider/components/*.ts'],
    ours: ['./', ...kinds.map((kind) => `../${kind}`), '../core', 'node:'],
    packages: [
      ...['config', 'errors', 'log', 'output', 'resource'].map((name) => `@pulumi/pulumi/${name}`),
      ...['fastest-levenshtein', 'tinyglobby', 'yaml'],
    ],
    types: ['@pulumi/pulumi'],
  },
  {
    files: ['cli/**/*.ts'],
    ours: ['./', '../', '../../sdk', '../../emulator', '../../provider', '../../cron', 'node:'],
    packages: [
      'commander',
      'cli-table3',
      'cli-progress',
      'deep-diff',
      'hono',
      'ical-generator',
      'fastest-levenshtein',
      'yaml',
    ],
  },
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
      message: `Not an arrow of the house for ${files}.`,
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

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'examples/*/node_modules/'] },
  { files: ['**/*.ts'], extends: [...tseslint.configs.recommended] },
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "BinaryExpression[operator='instanceof'][right.name=/^(CustomResource|Resource|ProviderResource|Output)$/]",
          message: 'Two copies of @pulumi/pulumi may be loaded: instanceof lies about their classes.',
        },
      ],
    },
  },
  ...arrows.map(arrow),
  // Load what takes long when it is needed, and the one kind that a resource's provider text names.
  {
    files: ['provider/core/load.ts', 'provider/core/check.ts', 'provider/components/from-yaml.ts', 'sdk/http.ts'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  { files: ['cli/**/*.ts', 'tools/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
)

import tseslint from 'typescript-eslint'

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
    ours: ['./', '../../sdk', '../../cron'],
    packages: ['ajv', 'deep-diff', '@sinclair/typebox', 'color-name'],
    types: ['@pulumi/pulumi'],
  },
  {
    files: ['provider/core/resource.ts', 'provider/core/provider.ts'],
    ours: ['./', '../../sdk'],
    packages: ['@pulumi/pulumi/resource', '@pulumi/pulumi/output'],
    types: ['@pulumi/pulumi'],
  },
  {
    files: ['provider/core/log.ts'],
    ours: ['./'],
    packages: ['@pulumi/pulumi/proto/engine_grpc_pb', '@pulumi/pulumi/proto/engine_pb', '@grpc/grpc-js'],
  },
  { files: ['cli/*.ts'], ours: ['./', '../sdk', '../emulator', '../provider'], packages: ['commander'] },
]

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const under = (names) => names.map((name) => (name.endsWith('/') ? `${literal(name)}` : `${literal(name)}(?:/|$)`)).join('|')

function arrow({ files, ours, packages, types = [] }) {
  const values = under(['node:', ...ours, ...packages].map((name) => (name === 'node:' ? 'node:/' : name))).replace(
    'node:\\/',
    'node:',
  )
  const patterns = [
    { regex: `^(?!${values}${types.length ? `|${under(types)}` : ''})`, message: `Not an arrow of the house for ${files}.` },
  ]
  if (types.length) {
    patterns.push({ regex: `^(?!${values})(?=${under(types)})`, allowTypeImports: true, message: 'Import types only from here.' })
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
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='instanceof'][right.name=/^(CustomResource|Resource|ProviderResource|Output)$/]",
          message: 'Two copies of @pulumi/pulumi may be loaded: instanceof lies about their classes.',
        },
      ],
    },
  },
  ...arrows.map(arrow),
  { files: ['cli/**/*.ts', 'tools/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
)

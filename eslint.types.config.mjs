/**
 * The rules that need types. They take about a minute, so `npm test` omits them: `npm run lint:types` and `.ci/run`
 * check them. All other rules are in `eslint.config.mjs`.
 */
import tseslint from 'typescript-eslint'
import { ignored } from './eslint.config.mjs'

export default tseslint.config(ignored, {
  files: ['**/*.ts'],
  plugins: { '@typescript-eslint': tseslint.plugin },
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
  },
  rules: {
    // A promise that is not awaited can fail or end after the operation. `void` marks those for which that is right.
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
    '@typescript-eslint/await-thenable': 'error',
    // Without `await`, the `catch` and `finally` around a `return` do not wait for its promise.
    '@typescript-eslint/return-await': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
    '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    // Without no-unnecessary-condition: the types say what the service promises, and the code also expects less.
  },
})

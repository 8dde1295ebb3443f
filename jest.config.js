/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }] },
  testTimeout: 20_000,
  // The compiled copy is what users import; tests of the sources must not find it twice.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}

import {
  isPreviewOnly,
  mayReplaceResources,
  omitsResources,
  replacesResource,
} from '../../../provider/core/service/targets'

it.each([
  ['up --yes', false],
  ['up --yes --target urn:1', true],
  ['up --target=urn:1', true],
  ['up -t urn:1', true],
  ['up -yt urn:1', true],
  ['--non-interactive --color never up --exclude urn:1', true],
  ['up --target-replace urn:1', true],
  ['preview --exclude=urn:1', true],
  ['up --target-dependents', false],
  ['up --stack test', false],
  ['destroy --target urn:1', false],
  ['destroy --run-program --target urn:1', false],
  ['refresh --target urn:1', false],
])('finds out whether "pulumi %s" omits resources of the program: %s', (command, expected) => {
  expect(omitsResources(command.split(' '), {})).toBe(expected)
})

it('reads options from the environment, and knows nothing without a command line', () => {
  expect(omitsResources(['up'], { PULUMI_OPTION_TARGET: 'urn:1' })).toBe(true)
  expect(omitsResources(['up'], { PULUMI_OPTION_EXCLUDE: 'urn:1' })).toBe(true)
  expect(omitsResources(['destroy'], { PULUMI_OPTION_TARGET: 'urn:1' })).toBe(false)
  expect(omitsResources(undefined, { PULUMI_OPTION_TARGET: 'urn:1' })).toBe(false)
})

it.each([
  ['up --yes', false],
  ['preview --target urn:1', false],
  ['up --replace urn:1', true],
  ['up --replace=urn:1', true],
  ['up --target-replace urn:1', true],
])('knows whether %s can replace resources without telling their providers', (command, expected) => {
  expect(mayReplaceResources(command.split(' '), {})).toBe(expected)
})

it('expects replacements if the command line is not known, or if the environment has the option', () => {
  expect(mayReplaceResources(undefined, {})).toBe(true)
  expect(mayReplaceResources(['up'], { PULUMI_OPTION_REPLACE: 'urn:1' })).toBe(true)
})

it.each([
  ['preview --diff', true],
  ['--non-interactive --color never pre --save-plan plan.json', true],
  ['-C preview preview', true],
  ['preview --stack production', true],
  ['up --yes', false],
  ['--cwd preview up', false],
  ['-C=preview import', false],
  ['--later-option preview up', false],
  ['refresh --preview-only', false],
])('finds out whether "pulumi %s" only previews: %s', (command, expected) => {
  expect(isPreviewOnly(command.split(' '))).toBe(expected)
})

it('does not take an operation for a preview if the command line is not known', () => {
  expect(isPreviewOnly(undefined)).toBe(false)
})

it.each([
  ['preview --replace urn:pulumi:test::x::trueup:index:Label::bug', true],
  ['up --target-replace=urn:pulumi:test::x::trueup:index:Label::bug', true],
  ['up --replace **Label**', true],
  ['up --replace urn:pulumi:test::x::trueup:index:Label::other-bug', false],
  ['up --target urn:pulumi:test::x::trueup:index:Label::bug', false],
])('tells whether "%s" replaces the resource bug: %s', (command, expected) => {
  expect(replacesResource(command.split(' '), 'trueup:Label::bug')).toBe(expected)
})

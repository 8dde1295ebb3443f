import type { DriftReport, Failure, Finding } from '../../cli/drift/finding'

/** A finding of `trueup drift` with the given values. */
export function finding(number: number, given: Partial<Finding> = {}): Finding {
  const name = `label-${number}`
  return {
    fingerprint: number.toString(16).padStart(64, 'a'),
    difference: 'changed',
    stack: 'prod',
    ...(given.difference !== 'unmanaged' && {
      urn: `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/trueup:Label::${name}`,
      name,
    }),
    kind: 'label',
    subject: `label "${name}"`,
    parent: 'acme/web',
    parentKind: 'project',
    id: `1/${number}`,
    properties: [],
    message: `says message ${number}.`,
    remedy: `Do what remedy ${given.difference ?? 'changed'} says.`,
    ...given,
  }
}

/** A report of two stacks with the given values. */
export const report = (given: Partial<DriftReport> = {}): DriftReport => ({
  at: '2026-06-15T09:30:00.000Z',
  projectFile: 'config/Pulumi.yaml',
  services: ['https://gitlab.example.com'],
  stacks: [
    { name: 'prod', resources: 128 },
    { name: 'dev', resources: 1 },
  ],
  places: [],
  findings: [],
  failures: [],
  freezes: [],
  ...given,
})

const ignored = { reason: 'Agreed with operations', until: '2026-12-31' }

/** A report with each difference, items of a set, ignored findings, failures and freezes. */
export const everything = (): DriftReport =>
  report({
    services: ['https://gitlab.example.com', 'https://git.example.org/gitlab'],
    places: [
      { stack: 'prod', parent: 'acme/api', parentKind: 'project' },
      { stack: 'prod', parent: 'acme/web', parentKind: 'project' },
    ],
    findings: [
      finding(1, {
        properties: [
          { path: 'color', declared: '#D9534F', live: '#FF0000' },
          { path: 'description', live: 'Something is wrong' },
        ],
        message: 'color is "#FF0000", declared "#D9534F", description is "Something is wrong", declared nothing.',
        webUrl: 'https://gitlab.example.com/acme/web/-/labels?search=label-1',
        location: { file: 'config/index.ts', line: 7 },
      }),
      finding(2, {
        item: 'area: api',
        formerFingerprints: ['b'.repeat(64)],
        name: 'labels',
        subject: 'label "area: api"',
        properties: [{ path: 'priority', declared: 3, live: null }],
        message: 'priority is null, declared 3.',
      }),
      finding(3, { difference: 'deleted', message: 'is gone.' }),
      finding(4, {
        difference: 'due',
        kind: 'group-access-token',
        subject: 'group access token "deploy"',
        parent: 'acme',
        parentKind: 'group',
        properties: [{ path: 'expiresAt', declared: '2026-09-01', live: '2026-06-20' }],
        message: 'is due to be rotated.',
      }),
      finding(13, {
        difference: 'unmanaged',
        item: '#17',
        urn: 'urn:pulumi:prod::shop::pulumi-nodejs:dynamic/trueup:LabelSet::labels',
        name: 'labels',
        subject: 'label "wip"',
        id: '1/17',
        message: 'exists, but its exclusive set does not declare it. The next "pulumi up --refresh" deletes it.',
        remedy: 'Declare it to keep it.',
      }),
      ...[5, 6, 7].map((number) =>
        finding(number, { difference: 'unmanaged', message: 'exists, but no stack declares it.' }),
      ),
      finding(8, {
        difference: 'unmanaged',
        kind: 'remote-mirror',
        subject: 'mirror of https://backup.example.com/web.git',
        message: 'exists, but no stack declares it.',
      }),
      finding(9, {
        stack: 'dev',
        kind: 'remote-mirror',
        subject: 'mirror "offsite"',
        properties: [{ path: 'password', declared: '[secret]', live: '[secret]' }],
        message: 'password has changed (the value is secret).',
      }),
      finding(10, {
        stack: 'dev',
        kind: 'repository-storage-move',
        subject: 'repository storage move 7',
        parent: '',
        parentKind: 'none',
        difference: 'deleted',
        message: 'is gone.',
      }),
      finding(11, { ignored, properties: [{ path: 'priority', declared: 1, live: 2 }] }),
      finding(12, { ignored }),
    ],
    failures: [
      {
        stack: 'dev',
        urn: 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/trueup:Label::lost',
        message: 'gitlab.example.com responded with 503.\nTry again later.',
      },
      { stack: 'archive', message: 'Project 9 cannot be seen: the token needs the role Reporter there.' },
    ],
    freezes: [
      { project: 'acme/api', freezeStart: '0 22 * * 5', freezeEnd: '0 6 * * 1', cronTimezone: 'Europe/Berlin' },
      { project: 'acme/web', freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1', cronTimezone: 'UTC' },
      { project: 'acme/web', freezeStart: '0 0 20 6 *', freezeEnd: '0 0 24 6 *', cronTimezone: 'UTC' },
    ],
  })

/** A report with a string in each place that a user can choose. */
export function named(text: string): DriftReport {
  const given: Partial<Finding> = {
    stack: text,
    urn: `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/trueup:Label::${text}`,
    name: text,
    subject: `label ${JSON.stringify(text)}`,
    parent: text,
    message: `description is ${JSON.stringify(text)}, declared nothing.`,
    remedy: `Do as ${text} says.`,
    id: text,
    webUrl: text,
  }
  const failure: Failure = { stack: text, urn: text, message: text }
  return report({
    services: [text],
    stacks: [{ name: text, resources: 1 }],
    findings: [
      finding(1, {
        ...given,
        properties: [{ path: `items[${JSON.stringify(text)}]`, declared: text, live: { [text]: [text] } }],
      }),
      finding(2, {
        ...given,
        difference: 'deleted',
        webUrl: `https://gitlab.example.com/${text}`,
        location: { file: text, line: 3 },
      }),
      finding(3, { ...given, difference: 'unmanaged', parentKind: 'group' }),
      finding(4, { ...given, ignored: { reason: text, until: text } }),
    ],
    failures: [failure],
    freezes: [{ project: text, freezeStart: text, freezeEnd: text, cronTimezone: text }],
  })
}

/** A report with a number of findings of one project. */
export const many = (count: number): DriftReport =>
  report({
    findings: Array.from({ length: count }, (_, at) =>
      finding(at + 1, {
        properties: [{ path: 'description', declared: 'As it should be', live: 'x'.repeat(at % 400) }],
      }),
    ),
  })

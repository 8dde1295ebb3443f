import { jsonOf, shortened, visible } from '../shared/characters'
import { type Difference, type DriftReport, type Failure, type Finding, type Property } from './finding'
import { differences, failedAt, meanings, sentenceOf } from './wording'

/** What a rule says beyond the meaning of its difference. */
const rules: Readonly<Record<Difference, { name: string; level: 'error' | 'warning' | 'note'; help: string }>> = {
  changed: {
    name: 'ChangedObject',
    level: 'warning',
    help: 'Run "pulumi up --refresh" to make it as declared. To keep what is there, change the program accordingly.',
  },
  deleted: {
    name: 'DeletedObject',
    level: 'error',
    help: 'Run "pulumi up --refresh" to create it again. To do without it, take it out of the program.',
  },
  due: {
    name: 'DueObject',
    level: 'warning',
    help: 'Run "pulumi up": it does what is due. Updates on a schedule see to it that nothing becomes due.',
  },
  unmanaged: {
    name: 'UnmanagedObject',
    level: 'note',
    help: 'Declare it, and let onConflict or adoptId take it over, or delete it by hand.',
  },
}

const mostCharacters = 1000

/** The report in the Static Analysis Results Interchange Format 2.1.0, as code scanning reads it. */
export function sarif({ at, projectFile, findings, failures, warnings = [] }: DriftReport): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'trueup drift', rules: differences.map(ruleOf) } },
        automationDetails: { id: 'trueup-drift/' },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            endTimeUtc: at,
            toolExecutionNotifications: [
              ...failures.map(notificationOf),
              ...warnings.map((text) => ({ level: 'warning', message: messageOf(text) })),
            ],
          },
        ],
        results: findings.map((finding) => resultOf(finding, projectFile)),
      },
    ],
  }
  return jsonOf(log)
}

const ruleId = (difference: Difference): string => `trueup/${difference}`

function ruleOf(difference: Difference): object {
  const { name, level, help } = rules[difference]
  const meaning = { text: meanings[difference] }
  return {
    id: ruleId(difference),
    name,
    shortDescription: meaning,
    fullDescription: meaning,
    help: { text: help, markdown: help },
    defaultConfiguration: { level },
    properties: { tags: ['drift'] },
  }
}

function resultOf(finding: Finding, projectFile: string): object {
  const { difference, fingerprint, stack, urn, name, kind, subject, parent, id, properties, remedy, ignored } = finding
  return {
    ruleId: ruleId(difference),
    ruleIndex: differences.indexOf(difference),
    level: rules[difference].level,
    message: messageOf(`${sentenceOf(finding)} ${remedy}`),
    // GitHub knows alerts by the first alone, and would take all at one line of one file for the same.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'trueup/v1': fingerprint },
    locations: [
      {
        // Code scanning shows nothing without a place in a file.
        physicalLocation: { artifactLocation: { uri: encodeURI(projectFile) }, region: { startLine: 1 } },
        logicalLocations: [
          urn === undefined
            ? { name: subject, fullyQualifiedName: `${parent}/${kind}/${id}`, kind: 'resource' }
            : { name: name ?? subject, fullyQualifiedName: urn, kind: 'resource' },
        ],
      },
    ],
    // Where one result says whether it is suppressed, all have to.
    suppressions: ignored
      ? [{ kind: 'external', status: 'accepted', justification: `${ignored.reason} (until ${ignored.until})` }]
      : [],
    properties: { stack, kind, parent, subject, differences: properties.map(differenceOf) },
  }
}

/** Null where there is nothing: a reader should find both sides. */
const differenceOf = ({ path, declared = null, live = null }: Property): object => ({ path, declared, live })

function notificationOf(failure: Failure): object {
  return {
    level: 'error',
    message: messageOf(`${failedAt(failure)} could not be looked at: ${failure.message}`),
    ...(failure.urn !== undefined && { locations: [{ logicalLocations: [{ fullyQualifiedName: failure.urn }] }] }),
  }
}

/** Text that has no links: `[text](address)` would be one. */
const messageOf = (text: string): { text: string } => ({
  text: shortened(visible(text), mostCharacters).replaceAll('](', '] ('),
})

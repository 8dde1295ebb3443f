import { jsonOf, shortened, visible } from '../shared/characters'
import type { Property } from '../shared/property'
import { webAddress } from '../shared/web-address'
import type { Difference, DriftReport, Failure, Finding } from './finding'
import { differences, failedAt, meanings, sentenceOf } from './wording'

/** The name, level and help of each rule. */
const rules: Readonly<Record<Difference, { name: string; level: 'error' | 'warning' | 'note'; help: string }>> = {
  deleted: {
    name: 'DeletedObject',
    level: 'error',
    help: 'Run "pulumi up --refresh" to recreate it. If you do not need it, remove it from the program.',
  },
  changed: {
    name: 'ChangedObject',
    level: 'warning',
    help: 'Run "pulumi up --refresh" to restore the declared values. To keep the live values, declare them in the program.',
  },
  refreshed: {
    name: 'RefreshedObject',
    level: 'warning',
    help: 'Run "pulumi preview" to see what the program declares, and "pulumi up" to restore it. To keep the live values, declare them.',
  },
  disabled: {
    name: 'DisabledObject',
    level: 'warning',
    help: 'Find out why the service disabled it, and enable it again. An update does not.',
  },
  due: {
    name: 'DueObject',
    level: 'warning',
    help: 'Run "pulumi up". Scheduled updates rotate and revoke tokens in time.',
  },
  unmanaged: {
    name: 'UnmanagedObject',
    level: 'note',
    help: 'Declare it and adopt it with onConflict or adoptId, or delete it.',
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
  const { difference, fingerprint, stack, urn, name, kind, subject, parent, id, webUrl } = finding
  const { properties, facts, remedy, ignored, location = { file: projectFile, line: 1 } } = finding
  const [former = fingerprint] = finding.formerFingerprints ?? []
  return {
    ruleId: ruleId(difference),
    ruleIndex: differences.indexOf(difference),
    level: rules[difference].level,
    message: messageOf(`${sentenceOf(finding)} ${remedy}`, webUrl),
    // GitHub identifies alerts only by the first. Without it, all alerts at one line of a file would be the same.
    // The last release gave only the first version, for all items of a set the same.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'trueup/v1': former, 'trueup/v2': fingerprint },
    locations: [
      {
        // Code scanning requires a location in a file.
        physicalLocation: { artifactLocation: { uri: uriOf(location.file) }, region: { startLine: location.line } },
        logicalLocations: [
          urn === undefined
            ? { name: subject, fullyQualifiedName: `${parent}/${kind}/${id}`, kind: 'resource' }
            : { name: name ?? subject, fullyQualifiedName: urn, kind: 'resource' },
        ],
      },
    ],
    // If one result has suppressions, all results must have them.
    suppressions: ignored
      ? [{ kind: 'external', status: 'accepted', justification: `${ignored.reason} (until ${ignored.until})` }]
      : [],
    properties: {
      stack,
      kind,
      parent,
      subject,
      ...(webUrl !== undefined && { webUrl }),
      ...(facts && { facts }),
      differences: properties.map(differenceOf),
    },
  }
}

/** A relative path as a URI. Half of a surrogate pair, which cannot be encoded, is replaced. */
const uriOf = (file: string): string => Buffer.from(file).toString().split('/').map(encodeURIComponent).join('/')

/** Both sides are present: null stands for a missing value. */
const differenceOf = ({ path, declared = null, live = null }: Property): object => ({ path, declared, live })

function notificationOf(failure: Failure): object {
  return {
    level: 'error',
    message: messageOf(`${failedAt(failure)} could not be compared: ${failure.message}`),
    ...(failure.urn !== undefined && { locations: [{ logicalLocations: [{ fullyQualifiedName: failure.urn }] }] }),
  }
}

/** Text without links, because `[text](address)` would become one, and then the address of the object. */
const messageOf = (text: string, page?: string): { text: string } => {
  const address = webAddress(page)
  const said = shortened(visible(text), mostCharacters).replaceAll('](', '] (')
  return { text: address === undefined ? said : `${said} ${address}` }
}

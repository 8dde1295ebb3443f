/**
 * The kinds of resources, in the order of the documentation and of exports. Each is declared in `resources/<kind>.ts`.
 * State contains these names, so they never change.
 *
 * Only names: loading the definitions takes time that most processes can save.
 */
export const kinds = [
  'label',
  'freeze-period',
  'protected-environment',
  'trigger-token',
  'remote-mirror',
  'group-access-token',
  'alert',
  'issue-link',
  'label-subscription',
  'pipeline-run',
  'repository-storage-move',
  'vulnerability',
  'project-access-token',
  'project-hook',
  'protected-tag',
  'project-variable',
  'group-variable',
  'protected-branch',
  'group-label',
  'approval-rule',
  'project-member',
  'group-member',
  'approval-settings',
  'project',
  'group',
] as const

/** The kinds that also have a resource for a set of objects: `label-set`. */
export const kindsWithSets = [
  'label',
  'freeze-period',
  'protected-environment',
  'trigger-token',
  'remote-mirror',
  'project-hook',
  'protected-tag',
  'project-variable',
  'group-variable',
  'protected-branch',
  'group-label',
  'approval-rule',
  'project-member',
  'group-member',
] as const

/** The names of all resources, including sets, sorted. */
export const resourceKinds: readonly string[] = [...kinds, ...kindsWithSets.map((kind) => `${kind}-set`)].sort()

/** A rule of the API that the emulator's flavor `spec` does not follow strictly because GitLab does not. */
export interface Deviation {
  /** The rule, in the words of the API. */
  rule: string
  /** The actual behavior: a sentence. */
  instead: string
  /** A test of it: a file without its ending, and its title. */
  test: readonly [file: string, title: string]
}

/** In the order of the API. */
export const deviations: readonly Deviation[] = [
  {
    rule: 'Boolean arguments must be sent only as `true` or `false`.',
    instead: '`1`, `yes`, `on`, `t` and their opposites are also accepted.',
    test: ['emulator/test/params', 'the conversion of parameters › converts values to %s'],
  },
  {
    rule: 'Keyset pagination of groups: unauthenticated only.',
    instead: 'Requests with a token are accepted, and paginated by page number.',
    test: ['emulator/test/keyset', 'of groups › returns offset pagination of groups to users'],
  },
  {
    rule: 'Vulnerability findings, `report_type`: `sast`, `dast`, `dependency_scanning`, `container_scanning`.',
    instead: 'Report types that were added later are also accepted.',
    test: ['emulator/test/vulnerability-finding', 'filters findings by %s'],
  },
  {
    rule: 'Vulnerability findings, `scope`: `all` or `dismissed`; default `dismissed`.',
    instead: '`dismissed` excludes dismissed findings.',
    test: ['emulator/test/vulnerability-finding', 'omits dismissed findings unless the scope is all'],
  },
  {
    rule: 'Rules of protected environments: each user must have access to the project.',
    instead: 'Each user needs the Developer role. Entries of other users are ignored without an error.',
    test: ['emulator/test/protected-environment', 'subjects that cannot have a rule › drops a rule for %s'],
  },
  {
    rule: 'Any pipeline with jobs becomes `canceled` when it is canceled.',
    instead: 'A finished pipeline does not change.',
    test: ['emulator/test/pipeline', 'cancel › does not cancel a pipeline that is %s'],
  },
  {
    rule: '`mirror_branch_regex` requires `only_protected_branches` disabled.',
    instead: 'A request with both is refused. A pattern alone disables `only_protected_branches`.',
    test: ['emulator/test/remote-mirror', 'update › replaces protected branches by a pattern and the reverse'],
  },
  {
    rule: '`DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id` takes `link_type`.',
    instead: 'The value is validated, but the link is deleted whatever its type is.',
    test: [
      'emulator/test/issue-link',
      'validates the type of a deletion in the specification, and ignores it in GitLab',
    ],
  },
  {
    rule: 'Labels, `include_ancestor_groups` (default true).',
    instead: "With false, labels of the project's own group are still listed.",
    test: ['emulator/test/label', 'list › includes the labels of the direct group without include_ancestor_groups'],
  },
  {
    rule: 'Labels, `color`: `#RRGGBB` or a CSS color name.',
    instead: '`#RGB` is also accepted, and returned as `#RRGGBB`.',
    test: ['emulator/test/label', 'create › normalizes %j'],
  },
  {
    rule: '`GET /projects?repository_storage=<storage_name>` lists projects still on that storage.',
    instead: 'The parameter has no effect unless the caller is an administrator.',
    test: ['emulator/test/listing', 'projects › filters projects by storage only for administrators'],
  },
]

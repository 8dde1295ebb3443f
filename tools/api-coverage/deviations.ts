/** A rule of the API that the emulator's flavor `spec` does not follow strictly because GitLab does not. */
export interface Deviation {
  /** The rule, in the words of the API. */
  rule: string
  /** The actual behavior: a sentence. */
  instead: string
  /** A test of it: a file below `test/`, without its ending, and its title. */
  test: readonly [file: string, title: string]
}

/** In the order of the API. */
export const deviations: readonly Deviation[] = [
  {
    rule: 'Boolean arguments must be sent only as `true` or `false`.',
    instead: '`1`, `yes`, `on`, `t` and their opposites are accepted, too.',
    test: ['emulator/params', 'a parameter is converted › to %s'],
  },
  {
    rule: 'Keyset pagination of groups: unauthenticated only.',
    instead: 'Requests with a token are accepted, and paginated by page number.',
    test: ['emulator/keyset', 'of groups › are not for others, who get pages by number'],
  },
  {
    rule: 'Vulnerability findings, `report_type`: `sast`, `dast`, `dependency_scanning`, `container_scanning`.',
    instead: 'Report types that were added later are accepted, too.',
    test: ['emulator/vulnerability-finding', 'are filtered by %s'],
  },
  {
    rule: 'Vulnerability findings, `scope`: `all` or `dismissed`; default `dismissed`.',
    instead: '`dismissed` excludes dismissed findings.',
    test: ['emulator/vulnerability-finding', 'leave out what was dismissed unless all are asked for'],
  },
  {
    rule: 'Rules of protected environments: each user must have access to the project.',
    instead: 'Each user needs the Developer role. Entries of other users are ignored without an error.',
    test: ['emulator/protected-environment', 'who has no right to a rule is dropped without a word › %s'],
  },
  {
    rule: 'Any pipeline with jobs becomes `canceled` when it is canceled.',
    instead: 'A finished pipeline does not change.',
    test: ['emulator/pipeline', 'cancel › leaves a pipeline alone that is %s'],
  },
  {
    rule: '`mirror_branch_regex` requires `only_protected_branches` disabled.',
    instead: 'A request with both is refused. A pattern alone disables `only_protected_branches`.',
    test: ['emulator/remote-mirror', 'update › knows branches chosen by protection or by pattern, never both'],
  },
  {
    rule: '`DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id` takes `link_type`.',
    instead: 'The value is validated, but the link is deleted whatever its type is.',
    test: ['emulator/issue-link', 'a type sent with a deletion is judged by the specification, ignored by GitLab'],
  },
  {
    rule: 'Labels, `include_ancestor_groups` (default true).',
    instead: "With false, labels of the project's own group are still listed.",
    test: ['emulator/label', 'list › without ancestors still holds those of the direct group'],
  },
  {
    rule: 'Labels, `color`: `#RRGGBB` or a CSS color name.',
    instead: '`#RGB` is accepted, too, and returned as `#RRGGBB`.',
    test: ['emulator/label', 'create › normalises %j'],
  },
  {
    rule: '`GET /projects?repository_storage=<storage_name>` lists projects still on that storage.',
    instead: 'The parameter has no effect unless the caller is an administrator.',
    test: ['emulator/listing', 'projects › are filtered by storage for administrators alone'],
  },
]

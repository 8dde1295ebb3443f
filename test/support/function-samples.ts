import { classOf, samples } from '../samples'

const project = 1
const others: Readonly<Record<string, object>> = {
  freezeWindows: { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' },
  getGroup: { group: 'acme' },
  getGroupAccessTokens: { group: 10 },
  getGroups: { limit: 3 },
  getGroupVariables: { group: 10 },
  getGroupLabels: { group: 10 },
  getGroupMembers: { group: 10 },
  getIssue: { project, issue: 1 },
  getIssueLinks: { project, issue: 1 },
  getIssues: { project, limit: 3 },
  getPipeline: { project, pipeline: 1001 },
  getPipelines: { project, limit: 3 },
  getPipelineVariables: { project, pipeline: 1001 },
  getProject: { project: 'acme/web' },
  getProjects: { limit: 3 },
  getRemoteMirrorPublicKey: { project, mirror: 2 },
  getRepositoryStorageMoves: { kind: 'project', limit: 3 },
  getTestReport: { project, pipeline: 1001 },
  getTestReportSummary: { project, pipeline: 1001 },
  getUser: { user: 1 },
  getUsers: { pagination: 'keyset', limit: 3 },
}

const getters = samples.map(({ kind, get }) => [`get${classOf(kind)}`, get] as const)

const known: Readonly<Record<string, object | undefined>> = { ...Object.fromEntries(getters), ...others }

/** Arguments with which a function finds objects. */
export const argumentsOf = (name: string): object => known[name] ?? { project }

/** Requests that create the objects of the functions. */
export const functionObjects: readonly (readonly [path: string, body: object])[] = [
  ...samples.flatMap(({ object }) => (object ? [object] : [])),
  // Only it has a public key.
  ['/projects/1/remote_mirrors', { url: 'ssh://git@example.com/x.git', auth_method: 'ssh_public_key' }],
]

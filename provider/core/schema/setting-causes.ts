/** Why the service may not have applied a setting. */
export const causes = {
  premium: 'requires Premium or Ultimate',
  ultimate: 'requires Ultimate',
  newer: 'this release of the service may not have it',
  administrators: 'only administrators can change it',
} as const

/** The cause if GitLab has a setting since a release. `more`: what else it requires. */
export const since = (release: string, more = ''): string =>
  `not known to this service; GitLab ${release} has it${more}`

/** The cause for each setting. Default: the release of the service. */
export const causesOf = (
  settings: Readonly<Record<string, unknown>>,
  causeOf: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, causeOf[name] ?? causes.newer]))

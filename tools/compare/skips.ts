/** Why an exchange is not played, or its response not compared. */
export const skips = {
  users: 'needs another user than the one of the token',
  administrator: 'needs an administrator',
  tokens: 'needs a token that has ended, was revoked, has another scope or belongs to a job',
  'token in URL': 'would put the token into a URL or a body',
  'own token': 'could act on the token itself',
  paths: 'names things by ids, paths or spellings that only the recorded server has',
  bodies: 'has ids in its body that cannot be replaced',
  'whole server': 'asks for or changes what is not in the scratch group',
  jobs: 'would start jobs or push',
  pipelines: 'needs pipelines, findings, alerts or tags, which are not made',
  issues: 'needs issues, which could not be made',
  follows: 'needs the response to a request that is not played',
  world: 'has another response in a private group below another group',
  differs: 'needs the response to a request whose response differs',
  lost: 'has no response, or follows a request that has none',
} as const

export type Skip = keyof typeof skips

// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

/** What `trueup export` writes. */
export const exportedObjects = `It exports labels, freeze periods, protected environments, trigger tokens, remote mirrors, project access tokens, hooks,
protected tags, variables, protected branches, approval rules, members, approval settings and settings of projects, and
group access tokens, group variables, group labels, group members and settings of the named groups.`

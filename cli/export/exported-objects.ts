// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

/** What `trueup export` writes. */
export const exportedObjects = `It exports labels, freeze periods, protected environments, trigger tokens, remote mirrors and protected tags of
projects, and group access tokens of the named groups.`

/**
 * What every command needs when it starts: the time, printable text, and the check for secrets in the wrong
 * place. Loads neither the client nor a kind, so that `trueup --help` starts fast.
 *
 * @module
 */
export { linesOf, visible } from '../core/schema/characters'
export { counted, regularPlural } from '../core/schema/counted'
export { type Json, pick, own } from '../core/schema/json'
export { pathOfUrl } from '../core/schema/path-of-url'
export { UNKNOWN } from '../core/schema/unknown'
export { isSecret } from '../core/schema/secret-value'
export { now } from '../core/service/clock'
export { misplaced } from '../core/service/misplaced'
export { installNode, missingNode } from '../core/service/node-on-path'
export { secretSettings } from '../core/service/settings'

/**
 * The lines of YAML files that declare objects. Needs no service, and does not load Pulumi.
 *
 * @module
 */
export { DeclaredLines, keyLines } from '../components/declared-lines'
export { canonicalPath } from '../components/names'

import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { unknownKey } from '../http/unknown-key'
import type { World } from './declaration'
import type { Problem } from './problems'
import { worldSchema } from './schema'

let validate: ValidateFunction<World> | undefined

/** Validates a value against the schema of worlds. The problems do not contain values. */
export function shapeProblems(value: unknown): Problem[] {
  if (!validate) {
    // Loaded on demand because most emulators start with the seed world.
    const { Ajv } = createRequire(__filename)('ajv') as typeof import('ajv')
    validate = new Ajv({ allErrors: true, verbose: true, strict: false }).compile<World>(worldSchema)
  }
  if (validate(value)) return []
  const found = withoutOtherShapes(validate.errors ?? []).map((error) => ({ path: pathOf(error), text: textOf(error) }))
  const seen = new Set<string>()
  return found.filter((problem) => {
    const key = JSON.stringify(problem)
    return !seen.has(key) && seen.add(key)
  })
}

/** Drops the errors of the alternatives (`anyOf`) that a value was not meant to match. */
function withoutOtherShapes(errors: ErrorObject[]): ErrorObject[] {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .sort((a, b) => b.instancePath.length - a.instancePath.length)
  return errors.filter((error) => {
    const choice = choices.find(({ instancePath: at }) => `${error.instancePath}/`.startsWith(`${at}/`))
    if (!choice || error.instancePath !== choice.instancePath) return true
    const ofText = ['enum', 'minLength'].includes(error.keyword)
    if (isMap(choice.data)) return error !== choice && error.keyword !== 'type' && !ofText
    const isText = typeof choice.data === 'string' && errors.some((one) => isTextError(one, choice.instancePath))
    return isText ? ofText : error === choice
  })
}

const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const isTextError = ({ instancePath, keyword }: ErrorObject, at: string): boolean =>
  instancePath === at && ['enum', 'minLength'].includes(keyword)

const pathOf = ({ instancePath }: ErrorObject): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

function textOf({ keyword, params, parentSchema, schema }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(
        String(params.additionalProperty),
        Object.keys((parentSchema?.properties as object | undefined) ?? {}).filter((name) => name !== '$schema'),
      )
    case 'required':
      return `${JSON.stringify(params.missingProperty)} is missing`
    case 'type':
      return `must be ${nouns[String(params.type)] ?? params.type}`
    case 'enum':
      return `must be one of ${(schema as string[]).join(', ')}`
    case 'minLength':
      return 'is empty'
    case 'pattern':
      return 'must be a date, such as 2026-12-31'
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${params.limit}`
    default:
      return `must be ${shapesIn(schema as object[])}`
  }
}

const nouns: Record<string, string> = {
  string: 'a string (quote it if it looks like a number)',
  boolean: 'true or false',
  integer: 'an integer',
  object: 'an object',
  array: 'a list',
}

const shapesIn = (choices: object[]): string =>
  choices
    .map((one) => {
      if ('enum' in one) return `one of ${(one.enum as string[]).join(', ')}`
      return 'type' in one ? (one.type === 'null' ? 'null' : 'a string') : 'an object'
    })
    .join(', or ')

import { ApiError, Conflict } from '../../sdk'
import { adopt, type Established } from './adopt'
import type { Connection } from './connection'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { ResourceError, subject } from './errors'
import { collectionOf, isTwin, listOwn, readOne } from './find'
import { address, formatId, keyOf } from './identity'
import { EmptyAnswer, isLost } from './lost'
import type { Json } from './plain'
import { observed, sentFields, toWire } from './wire'

/** How often a create whose answer was lost is sent, each time after the service was seen not to have the object. */
const ATTEMPTS = 3

/** Makes the object, or finds it made: by a request whose answer was lost, or by someone else. */
export async function establish(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
): Promise<Established> {
  if (inputs.adoptId !== undefined) return adoptById(definition, connection, parent, inputs)
  return definition.naturalKey
    ? makeByKey(definition, connection, parent, inputs)
    : makeByMark(definition, connection, parent, inputs)
}

/** Where the service refuses a second object of the same name, a lost answer is looked up by that name. */
async function makeByKey(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
): Promise<Established> {
  const asked = toSend(definition, inputs)
  for (let attempt = 1; ; attempt++) {
    try {
      return { live: await send(definition, connection, parent, inputs, asked), adopted: false, asked }
    } catch (error) {
      const lostAnswer = isLost(error)
      if (!lostAnswer && !isTaken(error)) throw error
      const twin = (await listOwn(definition, connection, parent)).find((live) => isTwin(definition, inputs, live))
      if (lostAnswer && twin && unmet(asked, inputs, observed(definition, twin, inputs)).length === 0) {
        return { live: twin, adopted: false, asked }
      }
      if (twin) return adopt(definition, connection, parent, inputs, twin)
      if (!lostAnswer || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * Where the service allows twins, a lost answer is looked up by what is new: equal in all fields, with an id above
 * those that were there before, and nobody's. Equal creates wait for each other, or they could not be told apart.
 */
async function makeByMark(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
): Promise<Established> {
  const asked = toSend(definition, inputs)
  const collection = collectionOf(definition, parent)
  const list = () => definition.list(connection.api, address(definition, { parent }))
  const isFree = (live: object) => !connection.claims.isHeld(objectOf(definition, parent, live))
  const isEqual = (live: object) =>
    !definition.ended?.(live) && unmet(sentFields(definition), inputs, observed(definition, live, inputs)).length === 0
  return connection.turns.take(`${collection} ${JSON.stringify(inputs)}`, async () => {
    const before = await connection.listings.all(`${collection} before the first create`, list)
    const mark = Math.max(0, ...before.map((live) => Number(keyOf(definition, live))))
    const equal = before.filter(isEqual).filter(isFree)[0]
    if (equal) {
      connection.warn(
        `${subject(definition, inputs)}: an equal one exists already (id ${keyOf(definition, equal)}), and one more is made. ` +
          `To take that one over instead, add adoptId: ${keyOf(definition, equal)}.`,
      )
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return { live: await send(definition, connection, parent, inputs, asked), adopted: false, asked }
      } catch (error) {
        if (!isLost(error)) throw error
        const made = (await list().all()).filter(
          (live) => Number(keyOf(definition, live)) > mark && isEqual(live) && isFree(live),
        )
        if (made.length > 1) {
          const ids = made.map((live) => keyOf(definition, live)).join(', ')
          throw new ResourceError(
            `${subject(definition, inputs)} may have been created, but its answer was lost, and ${ids} look alike. ` +
              `Nothing more was sent. Delete those that are not wanted, or take one over with adoptId.`,
          )
        }
        if (made[0]) return found(definition, connection, parent, inputs, made[0], asked)
        if (attempt === ATTEMPTS) throw error
      }
    }
  })
}

/** An object whose answer was lost. What that showed, and no other would, the service is made to show anew. */
async function found(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
  live: object,
  asked: readonly string[],
): Promise<Established> {
  const established = { live, adopted: false, asked }
  if (!definition.reveal) return established
  try {
    const at = address(definition, { parent, key: keyOf(definition, live) })
    return { ...established, live: await definition.reveal(connection.api, at, inputs) }
  } catch (error) {
    return { ...established, concealedBy: error }
  }
}

async function adoptById(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
): Promise<Established> {
  const key = Number(inputs.adoptId)
  const live = await readOne(definition, connection, { parent, key })
  if (!live || definition.ended?.(live)) {
    throw new ResourceError(
      `${subject(definition, inputs)} cannot be adopted: ${String(inputs[definition.parent])} has none with id ${key}. ` +
        `Take the line adoptId: ${key} out of the program to create one.`,
    )
  }
  return adopt(definition, connection, parent, { ...inputs, onConflict: 'adopt' }, live)
}

async function send(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
  asked: readonly string[],
): Promise<object> {
  const body = toWire(definition, inputs, asked)
  const at = address(definition, { parent })
  const live = (await definition.create(connection.api, at, body, inputs)) as object | undefined
  if (!live) throw new EmptyAnswer('The service said yes, but did not show what it made')
  return live
}

/** What a create sends: what is not the default anyway, and what the service wants to hear. */
function toSend(definition: Definition, inputs: Json): string[] {
  const changed = changes(definition, {}, inputs)
  const names = new Set([...changed, ...(definition.sendWith?.('create', changed) ?? [])])
  return sentFields(definition).filter((name) => names.has(name))
}

const objectOf = (definition: Definition, parent: number, live: object) =>
  `${definition.kind} ${formatId({ parent, key: keyOf(definition, live) })}`

/** Whether the service refused a name that is in use. */
function isTaken(error: unknown): boolean {
  return Conflict.is(error) || (ApiError.is(error) && /has already been taken/.test(error.serverMessage))
}

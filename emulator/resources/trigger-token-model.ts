import { randomBytes } from 'node:crypto'
import { badRequest } from '../http/errors'
import type { Instance } from '../http/instance'
import { has, type InstanceRelease } from '../http/release'
import { tooLong } from '../http/validation'
import type { ProjectRecord } from '../records/project'
import { type TriggerTokenRecord, triggerTokens } from '../records/trigger-token'
import type { UserRecord } from '../records/user'

const prefix = 'glptt-'
const mostPerProject = 25_000
const longestDays = 365
const longestDescription = 2048
const dayMs = 24 * 60 * 60 * 1000

/** The trigger tokens in a store, and the rules of the model. */
export class TriggerTokenModel {
  constructor(private readonly instance: InstanceRelease & Pick<Instance, 'store'>) {}

  /** Sorted by id, without the expired ones, which exist but are hidden. */
  of(project: ProjectRecord, now: string): TriggerTokenRecord[] {
    return this.#triggers.where('project', project.id).filter((trigger) => !isExpired(trigger, now))
  }

  find(project: ProjectRecord, id: number, now: string): TriggerTokenRecord | undefined {
    const trigger = this.#triggers.get(id)
    return trigger?.project_id === project.id && !isExpired(trigger, now) ? trigger : undefined
  }

  /** Finds a trigger token by its secret, in all projects, even if it has expired. */
  withToken(token: string): TriggerTokenRecord | undefined {
    return this.#triggers.find('token', token)
  }

  /** @throws HttpError 400 with the complaints as JSON in its message. */
  create(
    project: ProjectRecord,
    owner: UserRecord,
    fields: Pick<TriggerTokenRecord, 'description' | 'expires_at'>,
    now: string,
  ): TriggerTokenRecord {
    this.#validate(project, fields, now)
    return this.#triggers.insert({
      project_id: project.id,
      owner_id: owner.id,
      ...fields,
      // 15 bytes are 20 characters.
      token: `${prefix}${randomBytes(15).toString('base64url')}`,
      created_at: now,
      updated_at: now,
    })
  }

  describe(trigger: TriggerTokenRecord, description: string | null, now: string): TriggerTokenRecord {
    if (description === trigger.description) return trigger
    return this.#triggers.update(trigger, { description, updated_at: now })
  }

  delete(trigger: TriggerTokenRecord): void {
    this.#triggers.delete(trigger)
  }

  get #triggers() {
    return this.instance.store.of(triggerTokens)
  }

  #validate(
    project: ProjectRecord,
    { description, expires_at: expiresAt }: Pick<TriggerTokenRecord, 'description' | 'expires_at'>,
    now: string,
  ): void {
    const full = this.#triggers.where('project', project.id).length >= mostPerProject
    const limit = new Date(Date.parse(now) + longestDays * dayMs).toISOString().slice(0, 10)
    const isLimited = has(this.instance, 'descriptionLimitOfTriggers')
    const complaints = isLimited ? tooLong(description ?? '', longestDescription) : []
    const errors = {
      ...(full && { base: [`Maximum number of pipeline triggers (${mostPerProject}) exceeded`] }),
      ...(expiresAt !== null && expiresAt >= limit && { expires_at: [`must be before ${limit}`] }),
      ...(complaints.length > 0 && { description: complaints }),
    }
    if (Object.keys(errors).length > 0) throw badRequest(JSON.stringify(errors))
  }
}

/** The part of a token that other users than its owner see. */
export const shortened = (token: string): string => token.slice(prefix.length, prefix.length + 4)

const isExpired = ({ expires_at }: TriggerTokenRecord, now: string): boolean => expires_at !== null && expires_at <= now

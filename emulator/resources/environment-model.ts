import { createHash } from 'node:crypto'
import { failed } from '../http/errors'
import { blank, requireValid, sentencesOf, tooLong } from '../http/validation'
import { type DeploymentTier, type EnvironmentRecord, environments } from '../records/environment'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'

/** Fields of an environment that a request can set. */
export interface EnvironmentFields {
  tier?: DeploymentTier | null
  external_url?: string | null
  description?: string | null
  auto_stop_setting?: 'always' | 'with_action'
}

/** An environment with the defaults of the fields that its record leaves out. */
export type WholeEnvironment = Required<EnvironmentRecord> & { slug: string }

const nameForm = /^[\w${}. -](?:[\w/${}. -]*[\w${}. -])?$/
const nameRule =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"
const longestDescription = 10_000
const longest = 255
const unsafe = ['javascript', 'data', 'vbscript']

/** The environments in a store, and the rules of the model. */
export class EnvironmentModel {
  constructor(private readonly store: Store) {}

  /** In the order of creation. */
  of({ id }: ProjectRecord): WholeEnvironment[] {
    return this.store.of(environments).where('project', id).map(whole)
  }

  find({ id: project }: ProjectRecord, id: number): WholeEnvironment | undefined {
    const found = this.store.of(environments).get(id)
    return found?.project_id === project ? whole(found) : undefined
  }

  /** @throws HttpError 400 with the complaints as sentences. */
  create(project: ProjectRecord, name: string, fields: EnvironmentFields, now: string): WholeEnvironment {
    const twin = this.of(project).some((one) => one.name === name)
    const errors = {
      name: [
        ...blank(name),
        ...(twin ? ['has already been taken'] : []),
        ...tooLong(name, longest),
        ...(nameForm.test(name) ? [] : [nameRule]),
      ],
      slug: twin ? ['has already been taken'] : [],
      ...complaintsAbout(fields),
    }
    const sentences = sentencesOf(errors)
    if (sentences.length > 0) throw failed(400, sentences)
    const { tier, ...others } = blanksAsNull(fields)
    const known = { project_id: project.id, name, tier: tier ?? tierOf(name), state: 'available' as const }
    return whole(this.store.of(environments).insert({ ...others, ...known, created_at: now, updated_at: now }))
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(environment: WholeEnvironment, fields: EnvironmentFields, now: string): WholeEnvironment {
    requireValid({ ...complaintsAbout(fields), tier: fields.tier === null ? blank('') : [] })
    const changes = blanksAsNull(fields)
    const same = Object.entries(changes).every(([name, value]) => environment[name as keyof WholeEnvironment] === value)
    return same ? environment : this.#save(environment, { ...(changes as Partial<EnvironmentRecord>), updated_at: now })
  }

  stop(environment: WholeEnvironment, now: string): WholeEnvironment {
    if (environment.state === 'stopped') return environment
    return this.#save(environment, { state: 'stopped', updated_at: now })
  }

  delete({ id }: WholeEnvironment): void {
    this.store.of(environments).delete(this.store.of(environments).get(id)!)
  }

  #save({ id }: WholeEnvironment, changes: Partial<EnvironmentRecord>): WholeEnvironment {
    return whole(this.store.of(environments).update(this.store.of(environments).get(id)!, changes))
  }
}

const whole = (record: EnvironmentRecord): WholeEnvironment => ({
  updated_at: record.created_at,
  tier: tierOf(record.name),
  external_url: null,
  description: null,
  state: 'available',
  auto_stop_setting: 'always',
  ...record,
  slug: slugOf(record.name),
})

/** The tier that GitLab derives from the name. The first match wins. */
function tierOf(name: string): DeploymentTier {
  if (/dev|review|trunk/i.test(name)) return 'development'
  if (/test|tst|int|ac(?:ce)?pt|qa|qc|control|quality/i.test(name)) return 'testing'
  if (/sta?g|mode?l|pre|demo|non/i.test(name)) return 'staging'
  return /pro?d|live/i.test(name) ? 'production' : 'other'
}

/** The name as part of a URL. If it had to be changed, a hash makes it unique. */
function slugOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z\d]/g, '-')
  const slug = (/^[a-z]/.test(plain) ? plain : `env-${plain}`).replace(/-{2,}/g, '-')
  if (slug === name && slug.length <= 24 && !slug.endsWith('-')) return slug
  const hash = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
  return `${slug.slice(0, 17).replace(/-$/, '')}-${hash.toString(36).slice(-6)}`
}

function complaintsAbout({ external_url, description }: EnvironmentFields): Record<string, string[]> {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(external_url?.trim() ?? '')?.[1]?.toLowerCase() ?? ''
  return {
    external_url: [
      ...tooLong(external_url ?? '', longest),
      ...(unsafe.includes(scheme) ? [`${scheme} scheme is not allowed`] : []),
    ],
    description: tooLong(description ?? '', longestDescription),
  }
}

const blanksAsNull = (fields: EnvironmentFields): EnvironmentFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, (value as string | null)?.trim() === '' ? null : value]),
  )

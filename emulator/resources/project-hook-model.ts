import { strip } from '../../cron'
import { failed, HttpError, internalError } from '../http/errors'
import type { Instance } from '../http/instance'
import { complaintAboutPattern } from '../http/re2'
import { has, type InstanceRelease } from '../http/release'
import { settingsOf } from '../http/settings'
import { sentencesOf, tooLong } from '../http/validation'
import type { ProjectRecord } from '../records/project'
import { hookEvents, type ProjectHookFields, type ProjectHookRecord, projectHooks } from '../records/project-hook'
import type { Store } from '../store/store'
import { complaintAboutPlace } from './mirror-url'

/** The names and values of headers or variables of a request. They are added to those of the hook. */
export interface Pairs {
  custom_headers?: Record<string, string>
  url_variables?: Record<string, string>
}

export type HookChanges = { [Name in keyof ProjectHookFields]?: ProjectHookFields[Name] | null } & Pairs

const maxHooks = 100
const nullable = ['tag_push_events', 'confidential_note_events']

/** The webhooks in a store, and the rules of the model. */
export class ProjectHookModel {
  constructor(private readonly instance: InstanceRelease & Pick<Instance, 'store'>) {}

  get store(): Store {
    return this.instance.store
  }

  of(project: ProjectRecord): readonly ProjectHookRecord[] {
    return this.#hooks.where('project', project.id)
  }

  find(project: ProjectRecord, id: number): ProjectHookRecord | undefined {
    const hook = this.#hooks.get(id)
    return hook?.project_id === project.id ? hook : undefined
  }

  /** @throws HttpError 422. */
  create(project: ProjectRecord, changes: HookChanges, now: string): ProjectHookRecord {
    const { draft, complaints } = this.#validated({ ...defaults, ...changes, url: changes.url ?? '' })
    if (this.of(project).length >= maxHooks) {
      complaints.base = [`Maximum number of project hooks (${maxHooks}) exceeded`]
    }
    const { base = [], ...others } = complaints
    refuse(complaints, 'Custom headers must be a valid json schema', () =>
      [...sentencesOf(others), ...base].join(' and '),
    )
    return this.#hooks.insert({
      project_id: project.id,
      ...stored(draft),
      alert_status: 'executable',
      disabled_until: null,
      created_at: now,
      updated_at: now,
    })
  }

  /** A new URL removes the token, unless the request has one, and all headers and variables. @throws HttpError 422. */
  update(hook: ProjectHookRecord, changes: HookChanges, now: string): ProjectHookRecord {
    const { draft, complaints } = this.#changed(hook, changes)
    const isNamed = has(this.instance, 'jsonTemplatesOfHooks')
    refuse(complaints, `Custom headers validation failed${isNamed ? ': must be a valid json schema' : ''}`)
    return this.#hooks.update(hook, { ...stored(draft), updated_at: now })
  }

  /** Like `update`, for one header or variable. @throws HttpError 422 with this message. */
  change(hook: ProjectHookRecord, changes: Partial<ProjectHookFields & Required<Pairs>>, message: string, now: string) {
    const { draft, complaints } = this.#changed(hook, changes)
    if (Object.values(complaints).some((list) => list.length > 0)) throw refused(message)
    this.#hooks.update(hook, { ...stored(draft), updated_at: now })
  }

  delete(hook: ProjectHookRecord): void {
    this.#hooks.delete(hook)
  }

  get #hooks() {
    return this.store.of(projectHooks)
  }

  #changed(hook: ProjectHookRecord, changes: HookChanges) {
    const draft: Draft = { ...hook, ...changes, url: changes.url === undefined ? hook.url : (changes.url ?? '') }
    // GitLab compares the URLs before it removes spaces, and for headers and variables with their values.
    if (draft.url !== hook.url && changes.token === undefined) draft.token = null
    if (interpolated(draft) !== interpolated(hook)) {
      draft.custom_headers = {}
      if (Object.keys(hook.url_variables).length > 0) draft.url_variables = {}
    }
    return this.#validated(draft)
  }

  #validated(draft: Draft): { draft: Draft; complaints: Record<string, string[]> } {
    const url = strip(draft.url)
    const push_events_branch_filter = canonicalFilter(draft)
    const valid = { ...draft, url, push_events_branch_filter }
    return {
      draft: valid,
      complaints: {
        url: this.#isUsable(valid) ? [] : ['is blocked'],
        push_events_branch_filter: isFilter(valid) ? [] : ['is invalid'],
        custom_headers: arePairs(draft.custom_headers) ? [] : ['must be a valid json schema'],
        url_variables: arePairs(draft.url_variables) ? [] : ['must be a valid json schema'],
        token: /\n/.test(draft.token ?? '') ? ['is invalid'] : tooLong(draft.token ?? '', 8192),
        signing_token: isSigningToken(draft.signing_token) ? [] : ['is invalid'],
        name: tooLong(draft.name ?? '', 255),
        description: tooLong(draft.description ?? '', 2048),
        custom_webhook_template: [
          ...tooLong(draft.custom_webhook_template ?? '', 4096),
          ...(isJson(draft.custom_webhook_template ?? '') || !has(this.instance, 'jsonTemplatesOfHooks')
            ? []
            : ['exceeds allowed JSON complexity limits']),
        ],
      },
    }
  }

  #isUsable(draft: Draft): boolean {
    if (variablesIn(draft.url).some((name) => !Object.hasOwn(draft.url_variables, name))) return false
    if ([...draft.url].length > maxUrl) return false
    const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)((?:[/?#].*)?)$/.exec(interpolated(draft)) ?? []
    const host = authority?.replace(/^.*@/, '')
    const [, bracketed, plain = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*))(?::\d{0,5})?$/.exec(host ?? '') ?? []
    const hostname = bracketed ?? plain
    if (host === undefined || (host !== '' && hostname === '') || host + rest === '' || /[<>{}\\"\s]/.test(host)) {
      return false
    }
    const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 0)
    if (has(this.instance, 'validUrlsOfHooks') && (host === '' || port > 65_535)) return false
    const allowLocal = settingsOf(this.store).allow_local_requests_from_web_hooks_and_services
    return allowLocal || complaintAboutPlace(hostname.toLowerCase()) === undefined
  }
}

type Draft = ProjectHookFields & Required<Pairs>

const defaults = {
  ...(Object.fromEntries(hookEvents.map((event) => [event, event === 'push_events'])) as Record<
    (typeof hookEvents)[number],
    boolean
  >),
  confidential_note_events: null,
  enable_ssl_verification: true,
  name: null,
  description: null,
  token: null,
  push_events_branch_filter: null,
  branch_filter_strategy: 'wildcard',
  custom_webhook_template: null,
  custom_headers: {},
  url_variables: {},
}

const maxUrl = 8192

const isJson = (text: string): boolean => {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether it is null or a prefix and 32 bytes. */
const isSigningToken = (token: string | null | undefined): boolean =>
  token == null || /^whsec_[A-Za-z0-9+/]{43}=$/.test(token)
const maxPairs = 20
const maxWildcard = 4000

const reference = /\{([A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*)\}/g

const variablesIn = (url: string): string[] => [...url.matchAll(reference)].map(([, name = '']) => name)

const interpolated = ({ url, url_variables }: Draft): string =>
  url.replace(reference, (whole, name: string) => url_variables[name] ?? whole)

/** Only the database refuses null for some Booleans. @throws HttpError 500. */
function stored(draft: Draft): Draft {
  const required = hookEvents.filter((event) => !nullable.includes(event))
  const events = [...required, 'resource_deploy_token_events'] as const
  if (events.some((event) => draft[event] === null) || draft.branch_filter_strategy === null) throw internalError()
  return draft
}

const refused = (error: string): HttpError => new HttpError(422, { error })

/** @throws HttpError 422. `sentences` are the error for attributes without an error of their own. */
function refuse(complaints: Record<string, string[]>, aboutHeaders: string, sentences?: () => string): void {
  const found = Object.fromEntries(Object.entries(complaints).filter(([, list]) => list.length > 0))
  if (found.url) throw refused('Invalid url given')
  if (found.push_events_branch_filter) throw refused('Invalid branch filter given')
  if (found.custom_headers) throw refused(aboutHeaders)
  if (Object.keys(found).length > 0) throw sentences ? refused(sentences()) : failed(422, found)
}

function canonicalFilter({ push_events_branch_filter: filter, branch_filter_strategy: strategy }: Draft) {
  if (strategy === 'all_branches') return null
  return strategy === 'regex' || filter?.trim() !== '' ? filter : ''
}

/** What the name of a branch cannot contain. */
const noBranch = /[\s~^:?[\\\p{Cc}]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock$/u

function isFilter({ push_events_branch_filter: filter, branch_filter_strategy: strategy }: Draft): boolean {
  if (filter === null || filter === '') return true
  if (strategy === 'regex') return complaintAboutPattern(filter) === undefined
  return strategy !== 'wildcard' || ([...filter].length <= maxWildcard && !noBranch.test(filter))
}

/** Whether names and values are what GitLab accepts. */
const arePairs = (pairs: Record<string, string>): boolean =>
  Object.keys(pairs).length <= maxPairs &&
  Object.entries(pairs).every(
    ([name, value]) =>
      /^[A-Za-z]+\d*(?:[._-][A-Za-z0-9]+)*$/.test(name) &&
      /^(?!\s).{1,2048}(?<!\s)$/u.test(value) &&
      !/%0[ad]/i.test(value),
  )

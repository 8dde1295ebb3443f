import type { Context } from 'hono'
import type { Store } from '../store/store'
import { accessTokenOf, requireReadableBasic, requireTextToken } from './credentials'
import { HttpError } from './errors'
import type { Exchange } from './exchange'
import { ownerOf } from './identity'
import type { Instance } from './instance'
import { decode, nest, pairsOf, type RawParams } from './nest'
import { requireOpen } from './read-only'
import type { Throttle } from './throttle'

/** A request on its way to its endpoint, and what the steps of the pipeline found out about it. */
export interface Env {
  Bindings: Exchange
  Variables: {
    query: RawParams
    /** The access token, valid or not. */
    token: string | undefined
    /** Headers that describe the rate limit. */
    limits: Record<string, string>
  }
}

/** Changes the records of a resource as time passes, for example deletes expired ones. */
export type Tick = (store: Store, now: Date) => void

/** The parts of the API that the steps use. */
interface Service {
  readonly instance: Instance
  readonly throttle: Throttle
  readonly ticks: readonly Tick[]
}

type Step = (c: Context<Env>, service: Service) => void

/** What happens to each request before it is routed, in this order. A step throws an HttpError to end the request. */
export const pipeline: Step[] = [
  refuseBadBody,
  refuseTraversal,
  refuseBadCredentials,
  parseQuery,
  passTime,
  identify,
  throttle,
  refuseWhenReadOnly,
]

function refuseBadBody(c: Context<Env>): void {
  if (c.env.body.refused) throw c.env.body.refused
}

/** GitLab refuses paths that combine `..` with an escaped slash. */
function refuseTraversal(c: Context<Env>, { instance }: Service): void {
  const { path } = c.env
  const decoded = decode(path)
  if (instance.flavor !== 'gitlab' || !/\/\.\.(?:\/|$)/.test(decoded) || !/%2f/i.test(path)) return
  throw new HttpError(
    400,
    'Potential path traversal attempt detected. Feedback issue: https://gitlab.com/gitlab-org/gitlab/-/issues/520714.',
    {},
    'unread',
  )
}

function refuseBadCredentials(c: Context<Env>, { instance }: Service): void {
  if (instance.flavor === 'gitlab') requireReadableBasic(c.env.headers)
}

function parseQuery(c: Context<Env>): void {
  c.set('query', nest(pairsOf(c.env.search)))
}

function passTime(_c: Context<Env>, { instance, ticks }: Service): void {
  for (const tick of ticks) tick(instance.store, instance.clock.now())
}

/** Writes the owner of the access token to the request log. Does not check the token: that is up to the endpoint. */
function identify(c: Context<Env>, { instance }: Service): void {
  const sent = { ...c.get('query'), ...c.env.body.params }
  if (instance.flavor === 'gitlab') requireTextToken(sent)
  const token = accessTokenOf(sent, c.env.headers)
  c.set('token', token)
  c.env.record.actor = ownerOf(instance.store, token)?.username ?? null
}

function throttle(c: Context<Env>, service: Service): void {
  const { path } = c.env
  const isApi = path.startsWith('/api/')
  c.set('limits', isApi ? service.throttle.count(c.get('token')) : service.throttle.countWebhook(path))
}

function refuseWhenReadOnly(c: Context<Env>, { instance }: Service): void {
  requireOpen(instance, c.env)
}

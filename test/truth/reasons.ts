import { type Difference } from './compare'

/** Differences that stay, and why. */
export interface Reason {
  why: string
  noun: string
  /** Which requests, as `GET /api/v4/…`. */
  request: RegExp
  /** Where in the answer; anywhere when left out. */
  at?: RegExp
}

/** Each line has to explain a difference: one that no longer does has to go. */
export const reasons: Reason[] = [
  {
    why: 'The recorded server had no test reports; the pipelines of the world do.',
    noun: 'pipelines',
    request: /\/test_report(?:_summary)?$/,
  },
  {
    why: 'The recorded pipelines were written, and so updated, on the day of the recording.',
    noun: 'pipelines',
    request: /[?&]updated_(?:after|before)=/,
  },
  {
    why: 'The recorded pipelines have no jobs that could be retried.',
    noun: 'pipelines',
    request: /\/pipelines\/\S+\/(?:retry|metadata)$|\/pipelines\/\{\{0\.\d\.id\}\}$/,
    at: /^body\.(?:duration|finished_at|status|detailed_status|started_at)/,
  },
  {
    why: 'Jobs of pipelines are not emulated: nothing of Trueup asks for them.',
    noun: 'pipelines',
    request: /\/(?:jobs|bridges)$/,
  },
  {
    why: 'The recorded server had no container registry, and so no scopes for it.',
    noun: 'group-access-tokens',
    request: /\/groups\/10\/access_tokens(?:\?per_page=100)?$/,
    at: /^(?:status|header|body)/,
  },
  {
    why: 'GitLab gives tokens of people an end; those of the world have none, so that they work whatever the clock says.',
    noun: 'projects',
    request: /\/personal_access_tokens\/self$/,
    at: /^body\.expires_at$/,
  },
  {
    why: 'Nothing of Trueup asks for the tokens of a person.',
    noun: 'projects',
    request: /\/personal_access_tokens(?:\/1|\/self\/associations)?$/,
  },
  {
    why: 'Descriptions are not rendered: neither references to commits nor emoji.',
    noun: 'conventions',
    request: /^PUT \/api\/v4\/projects\/1\/labels\/\S+$/,
    at: /^body\.description_html$/,
  },
  {
    why: 'A number of JSON is read as JavaScript does, which keeps no trailing zero and no more than 16 digits.',
    noun: 'conventions',
    request: /^PUT \/api\/v4\/projects\/1\/labels\/\S+$/,
    at: /^body\.description$/,
  },
  {
    why: 'Parts of a form that end early or have no name are read as the parser of undici does.',
    noun: 'conventions',
    request: /^POST \/api\/v4\/projects\/1\/labels$/,
    at: /^(?:body\.(?:\$text|error)|header content-type)$/,
  },
  {
    why: 'The pages of GitLab have a longer policy for content than its API.',
    noun: 'conventions',
    request: /^POST \/api\/v4\/projects\/1\/labels$/,
    at: /content-security-policy$/,
  },
  {
    why: 'Only headers that the emulator sends are exposed to pages of other sites.',
    noun: 'conventions',
    request: /^GET \/api\/v4\/projects\/1\/labels$/,
    at: /access-control-expose-headers$/,
  },
  {
    why: 'Mirrors are updated at once here; the recorded server ran no jobs.',
    noun: 'remote-mirrors',
    request: /^GET \/api\/v4\/projects\/1\/remote_mirrors\/\S+$/,
    at: /^body\.(?:update_status|last_\w+)$/,
  },
  {
    why: 'Protected environments of groups are not emulated: nothing of Trueup asks for them.',
    noun: 'protected-environments',
    request: /\/groups\/10\/protected_environments/,
  },
]

/** The first reason for a difference. */
export const reasonFor = (noun: string, request: string, { at }: Difference): Reason | undefined =>
  reasons.find((one) => one.noun === noun && one.request.test(request) && (one.at?.test(at) ?? true))

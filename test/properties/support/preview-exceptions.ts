import type { Front } from '../../chaos/front'
import { type Declared, here, type Program } from '../../chaos/program'
import type { PreviewService } from './preview-stack'

/** What a preview shows of a resource, and what the update does. */
export type Differences = Record<string, { shown: string[]; done: string[] }>

/** What a preview cannot know, in three programs of which each one follows the one before. */
export interface Exception {
  /** The fronts that can express it. Default: all. */
  readonly fronts?: readonly Front[]
  /** The error of the second update, of which the preview does not warn. */
  readonly fails?: RegExp
  /** The exceptions that it is not drawn with. */
  readonly unlike?: readonly string[]
  /** Whether the program has another provider. */
  readonly hasProvider?: boolean
  /** The resources that the program also declares in this step, the first of which is 0. */
  readonly declared: (step: number) => Program
  /** Changes the service before the second preview, or between this preview and the update. */
  readonly before?: (service: PreviewService) => Promise<void> | void
  readonly between?: (service: PreviewService) => Promise<void> | void
  /** Default: the update does what the preview shows. */
  readonly differs?: (step: number) => Differences
  /** Checks the service after an update without an error. */
  readonly after?: (step: number, service: PreviewService) => void
}

const label = (name: string, more: object = {}): Declared => ({
  type: 'Label',
  args: { project: 'acme/api', name, color: 'red', ...more },
})

/** Another color in each step. */
const colorOf = (step: number): string => ['#FF0000', '#00FF00', '#0000FF'][step]!

const labelNamed = ({ emulator }: PreviewService, name: string) =>
  emulator.state().collections.labels?.records.find((one) => (one as { title?: string }).title === name)

/** Rotates 30 days before it expires. */
const rotating: Declared = {
  type: 'GroupAccessToken',
  args: {
    group: 'acme',
    name: 'rotating',
    scopes: ['read_api'],
    rotation: { lifetimeDays: 90, rotateDaysBefore: 30 },
    secretOnAdopt: 'rotate',
  },
}
const advance = ({ emulator }: PreviewService) => emulator.advanceClock(70 * 24 * 3600)

/** The provider of `ofTenant` has the token that the program creates, and rotates in the second step. */
const tenant = (step: number): Program => ({
  issuer: {
    type: 'GroupAccessToken',
    args: {
      group: 'acme',
      name: 'issuer',
      scopes: ['api'],
      accessLevel: 'maintainer',
      expiresAt: step === 0 ? '2027-01-31' : '2027-02-28',
      secretOnAdopt: 'rotate',
    },
  },
  tenant: { type: 'Provider', args: { baseUrl: here, token: { $output: ['issuer', 'token'] } } },
  ofTenant: { ...label('of tenant', { color: colorOf(step) }), options: { provider: 'tenant' } },
  keptOfTenant: { ...label('kept of tenant'), options: { provider: 'tenant' } },
})

/** Is replaced, so that its outputs are unknown, but only in the third step the text color differs. */
const origin = (step: number): Declared =>
  label('origin', {
    // An update that fails leaves the former one.
    project: ['acme/api', 'acme/web', 'acme/platform/infra'][step],
    color: step === 2 ? '#FFFFFF' : '#000000',
  })

/** The engine asks no provider whose settings are unknown, and shows an update of each of its resources. */
const ofTenant = (step: number): Differences =>
  step === 1
    ? { ofTenant: { shown: ['update'], done: ['update color'] }, keptOfTenant: { shown: ['update'], done: [] } }
    : {}

export const exceptions: Readonly<Record<string, Exception>> = {
  unknownSettings: { hasProvider: true, declared: tenant, differs: ofTenant },
  // The preview cannot read with a token that does not exist yet.
  unknownSettingsOfMistake: {
    hasProvider: true,
    unlike: ['unknownSettings'],
    fails: /label "others 7" [^]*already exists/,
    differs: ofTenant,
    declared: (step) => ({
      ...tenant(step),
      ...(step === 1 && {
        unseen: { ...label('others 7', { project: 'acme/web' }), options: { provider: 'tenant' } },
      }),
    }),
  },
  replaceOnChanges: {
    declared: (step) => ({
      fixed: {
        type: 'TriggerToken',
        args: { project: 'acme/api', description: `fixed ${step}` },
        options: { replaceOnChanges: ['description'] },
      },
    }),
  },
  replaceOnUnknown: {
    declared: (step) => ({
      origin: origin(step),
      pinned: {
        type: 'TriggerToken',
        args: { project: 'acme/api', description: { $output: ['origin', 'textColor'] } },
        options: { replaceOnChanges: ['description'] },
      },
    }),
    differs: (step): Differences => (step === 1 ? { pinned: { shown: ['replace description'], done: [] } } : {}),
  },
  retainOnDelete: {
    declared: (step): Program =>
      step === 1
        ? {}
        : { retained: { ...label('retained', { onConflict: 'adopt' }), options: { retainOnDelete: true } } },
    after: (_, service) => expect(labelNamed(service, 'retained')).toBeDefined(),
  },
  deletedWith: {
    declared: (step): Program =>
      step === 1
        ? {}
        : {
            container: {
              type: 'Project',
              args: { project: 'acme/container', create: true, deletionProtection: false },
            },
            contained: {
              ...label('contained', { project: { $output: ['container', 'projectId'] } }),
              options: { deletedWith: 'container' },
            },
          },
    after: (step, service) => {
      if (step === 1) expect(labelNamed(service, 'contained')).toBeDefined()
    },
  },
  createdFromUnknown: {
    fronts: ['dynamic', 'native'],
    declared: (step) => ({
      source: label('source', { project: step === 0 ? 'acme/api' : 'acme/web' }),
      inner: { ...label('inner'), within: ['source', 'textColor'] },
    }),
    differs: (step): Differences =>
      [{ inner: { shown: [], done: ['create'] } }, { inner: { shown: ['delete'], done: [] } }, {}][step]!,
  },
  dueBeforePreview: { declared: () => ({ rotating }), before: advance },
  dueAfterPreview: {
    unlike: ['dueBeforePreview'],
    declared: () => ({ rotating }),
    between: advance,
    differs: (step): Differences => (step === 1 ? { rotating: { shown: [], done: ['update expiresAt'] } } : {}),
  },
  changedByOthers: {
    declared: (step) => ({ edited: label('edited', { color: colorOf(step) }) }),
    between: (service) =>
      service.write('PUT', '/projects/2/labels/edited', { color: '#123456', description: 'by others' }),
  },
  deletedByOthers: {
    fails: /label "vanished" of acme\/api does not exist/,
    declared: (step): Program => (step === 2 ? {} : { vanished: label('vanished', { color: colorOf(step) }) }),
    between: (service) => service.write('DELETE', '/projects/2/labels/vanished'),
  },
  createdByOthers: {
    fails: /label "contested" [^]*already exists/,
    declared: (step): Program => (step === 1 ? { contested: label('contested') } : {}),
    between: (service) => service.write('POST', '/projects/2/labels', { name: 'contested', color: 'red' }),
  },
}

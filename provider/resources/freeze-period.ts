import type { FreezePeriod as Live, FreezePeriodCreate } from '../../sdk'
import { type AdoptableDuplicate, resource, resourceSet } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { cron, mistakeInZone, timeZone, unknownZone } from '../core/schema/time-fields'

export const freezePeriod = define<Live, FreezePeriodCreate>()({
  kind: 'freeze-period',
  plural: 'freeze periods',
  sets: true,
  exported: true,
  otherTools: {
    terraform: { types: ['gitlab_project_freeze_period'], parent: ['project', 'project_id'] },
    // The id of the project is an argument in old releases, and a computed number in this package.
    pulumiGitlab: { values: ({ project, projectId }) => ({ project: project ?? projectId }) },
  },
  page: () => '-/settings/ci_cd#js-deploy-freeze-settings',
  access: { read: 'reporter', write: 'maintainer' },
  identity: {
    parent: 'project',
    key: 'freezePeriodId',
    title: 'freezeStart',
    naturalKey: ['freezeStart', 'freezeEnd', 'cronTimezone'],
    allowsDuplicates: true,
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the freeze period. */
    project: reference('project'),
    /**
     * Start of the freeze: a cron expression with five fields, such as `"0 23 * * fri"`, or a macro such as `"@daily"`.
     */
    freezeStart: cron(),
    /** End of the freeze: a cron expression with five fields, such as `"0 7 * * mon"`, or a macro. */
    freezeEnd: cron(),
    /** Time zone of both: an IANA name such as `"Europe/Berlin"`, or a Rails name. Default: `"UTC"`. */
    cronTimezone: optional(timeZone(), 'UTC'),
  },
  output: {
    /** Id on the service. */
    freezePeriodId: number('id'),
  },
  replaceOn: ['project'],
  likelyMistakes: ({ cronTimezone }) => mistakeInZone(cronTimezone),
  warnings: ({ cron_timezone: zone }) => mistakeInZone(zone),
  hints: {
    byStatus: { 403: 'Reading freeze periods requires the Reporter role, and changing them the Maintainer role.' },
    byError: (error, { cronTimezone }) => unknownZone(error, String(cronTimezone)),
  },
  api: {
    // Newer services have no default, although their documentation mentions one.
    sendWith: () => ['cronTimezone'],
    list: (api, at) => api.freezePeriods.list(at.project),
    read: (api, at) => api.freezePeriods.get(at.project, at.freezePeriodId),
    create: (api, at, body) => api.freezePeriods.create(at.project, body),
    update: (api, at, body) => api.freezePeriods.update(at.project, at.freezePeriodId, body),
    delete: (api, at) => api.freezePeriods.delete(at.project, at.freezePeriodId),
  },
})

/** Arguments of a {@link FreezePeriod}. */
export interface FreezePeriodArgs extends ArgsOf<typeof freezePeriod.input>, AdoptableDuplicate {}

/**
 * A period in which a project cannot be deployed.
 *
 * ```ts
 * new trueup.FreezePeriod("weekend", {
 *   project: "acme/web", freezeStart: "0 23 * * fri", freezeEnd: "0 7 * * mon", cronTimezone: "Europe/Berlin",
 * })
 * ```
 */
export class FreezePeriod extends resource<FreezePeriodArgs>()(freezePeriod) {}

/** Arguments of a {@link FreezePeriodSet}. */
export interface FreezePeriodSetArgs
  extends Pick<FreezePeriodArgs, 'project' | 'onConflict'>, SetArgs<SetItem<FreezePeriodArgs, 'project'>> {}

/** Freeze periods of one project as a single resource, which is many times faster than one resource for each. */
export class FreezePeriodSet extends resourceSet<FreezePeriodSetArgs>()(freezePeriod) {}

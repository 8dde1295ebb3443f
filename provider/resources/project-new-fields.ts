import { optional } from '../core/schema/field'
import { choice, flag, integer, text } from '../core/schema/fields'

/** The arguments of a project that only its creation uses. */
export const newProjectFields = {
  /**
   * Name of the template of a new project, such as `"rails"`; with `useCustomTemplate`, that of a project of the group or
   * the instance with templates. The service fills the project after the creation. Later changes have no effect, as with
   * the other arguments of templates. Default: null (an empty project).
   */
  templateName: optional(
    text({ local: true, problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined) }),
    null,
  ),
  /** Id of the project that is the template, instead of `templateName`. Requires `useCustomTemplate`. Default: null. */
  templateProjectId: optional(integer({ minimum: 1 }, { local: true }), null),
  /** Whether the template is one of a group or of the instance. Premium or Ultimate. Default: false. */
  useCustomTemplate: optional(flag({ local: true }), false),
  /** Id of the group with the template. Requires `useCustomTemplate`. Default: null (the group of the project, or the instance). */
  groupWithProjectTemplatesId: optional(integer({ minimum: 1 }, { local: true }), null),
  /**
   * Format of the objects in the repository of a new project. Later changes have no effect: updates warn if the project
   * has another one. Default: null (that of the service, `"sha1"`).
   */
  repositoryObjectFormat: optional(choice(['sha1', 'sha256'], { local: true }), null),
}

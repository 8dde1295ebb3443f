import { optional } from '../core/schema/field'
import { color, flag, text, title } from '../core/schema/fields'

/** The arguments that labels of projects and groups have in common. */
export const labelFields = {
  /** Title, at most 255 characters, without commas. Changing it renames the label, which keeps its issues. */
  name: title({ problem: (name) => (name.includes(',') ? 'must not contain a comma' : undefined) }),
  /**
   * Color: `"#D9534F"`, `"#F00"` or the name of a CSS color such as `"crimson"`, in any case. Stored as `#RRGGBB` in upper
   * case.
   */
  color: color(),
  /** Description, at most 512 KiB. Default: null (none). */
  description: optional(
    text({
      emptyIsUnset: true,
      problem: (description) => (Buffer.byteLength(description) > 512 * 1024 ? 'must have at most 512 KiB' : undefined),
    }),
    null,
  ),
  /**
   * Whether the label is archived: it stays on issues and merge requests, and users cannot select it for others. No other
   * label can have its name. Requires a service that can archive labels, such as GitLab 19.3. Default: false.
   */
  archived: optional(flag({ ifMissing: false }), false),
}

/** Why a service may not have archived a label. */
export const whyNotArchived = 'this service cannot archive labels; GitLab 19.3 can'

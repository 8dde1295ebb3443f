import { load } from '../../provider/core/engine/load'

/** The argument of `ProjectSettings` for the objects of a kind: `freeze-period` → `freezePeriods`. */
export const settingOf = (kind: string): string =>
  load(kind).plural.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())

import type { List } from '../../sdk'

/** Lists labels that were asked for with the filter `archived`, which services without archived labels ignore. */
export const filtered = <T extends { archived?: boolean }>(
  labels: List<T>,
  archived: boolean | undefined,
): List<T> | Promise<T[]> =>
  archived === true ? labels.all().then((all) => all.filter((label) => label.archived === true)) : labels

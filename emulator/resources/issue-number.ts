import { issues } from '../records/issue'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'

/** The number of the project's next issue. */
export function nextIid(store: Store, { id }: ProjectRecord): number {
  const taken = store.of(issues).where('project', id)
  return Math.max(0, ...taken.map(({ iid }) => iid)) + 1
}

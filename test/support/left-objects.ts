import type { Emulator } from '../../emulator'

/** The collections that examples fill, and that are empty at first. */
const filled = [
  'labels',
  'freeze_periods',
  'protected_environments',
  'protected_tags',
  'protected_branches',
  'triggers',
  'remote_mirrors',
  'issue_links',
  'variables',
]

/** The collections in which a program has left objects. */
export function leftObjects(emulator: Emulator): string[] {
  const { collections } = emulator.state()
  return filled.filter((name) => (collections[name]?.records.length ?? 0) > 0)
}

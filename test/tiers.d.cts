/** The tests of a project of Jest: see `tiers.cjs`. Paths start at the root of the repository. */
interface Project {
  files: string[]
  suites?: boolean
  front: 'dynamic' | 'native'
  only?: string
  except: string
  allCases?: boolean
  timeout: number
}

export const files: string[]
export const projects: Record<
  'test' | 'full' | 'spec' | 'native' | 'nightly' | 'nightly-native' | 'service' | 'any',
  Project
>
/** The files that may start processes in `npm test`, and how many these may be in all. */
export const processes: { files: string[]; most: number }

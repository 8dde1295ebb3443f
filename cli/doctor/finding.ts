/** Whether `pulumi up` would be refused for it (`error`), or somebody should know of it (`warning`). */
export type Level = 'ok' | 'warning' | 'error'

/** The operation that has to work: a preview, which only reads, or an update. */
export type Purpose = (typeof purposes)[number]

export const purposes = ['preview', 'up'] as const

/** What was found of one thing that was looked at. */
export interface Finding {
  /** What was looked at, in kebab case: the same in each release. */
  check: string
  level: Level
  /** A sentence. */
  message: string
  /** What to do about it, a sentence; absent where nothing has to be done. */
  remedy?: string
  /** The stack that it is about; absent of the machine and the project. */
  stack?: string
  /** Name of the explicit provider that it is about; absent of the default one. */
  provider?: string
}

/** What findings are about. */
export type About = Pick<Finding, 'stack' | 'provider'>

/** Collects findings in the order in which they are made. */
export class Findings {
  constructor(
    readonly all: Finding[] = [],
    private readonly about: About = {},
  ) {}

  /** The same collection, for what is said of a stack or of a provider in it. */
  of(about: About): Findings {
    return new Findings(this.all, { ...this.about, ...about })
  }

  ok(check: string, message: string): void {
    this.add(check, 'ok', message)
  }

  warning(check: string, message: string, remedy: string): void {
    this.add(check, 'warning', message, remedy)
  }

  error(check: string, message: string, remedy: string): void {
    this.add(check, 'error', message, remedy)
  }

  private add(check: string, level: Level, message: string, remedy = ''): void {
    this.all.push({ check, level, message, ...(remedy !== '' && { remedy }), ...this.about })
  }
}

/** How many findings there are of a level. */
export const countOf = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length

/** An `error` prevents `pulumi up`; a `warning` does not. */
export type Level = 'ok' | 'warning' | 'error'

/** The operation that must work: a preview, which only reads, or an update. */
export type Purpose = (typeof purposes)[number]

export const purposes = ['preview', 'up'] as const

/** The result of a check. */
export interface Finding {
  /** The name of the check in kebab case. It is the same in each release. */
  check: string
  level: Level
  /** A sentence. */
  message: string
  /** What to do, as a sentence. Absent if nothing has to be done. */
  remedy?: string
  /** The stack. Absent for the machine and the project. */
  stack?: string
  /** The name of the explicit provider. Absent for the default provider. */
  provider?: string
}

/** The stack and provider of findings. */
export type About = Pick<Finding, 'stack' | 'provider'>

/** Collects findings in order. */
export class Findings {
  constructor(
    readonly all: Finding[] = [],
    private readonly about: About = {},
  ) {}

  /** The same collection, for findings about a stack or provider. */
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

/** Counts the findings of a level. */
export const countOf = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length

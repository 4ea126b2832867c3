/** What `selfbill doctor` says about one thing. */
export interface Diagnosis {
  /** `database`, `access point alpha`. */
  readonly what: string
  /** `warning`: the service works, and something may surprise. `wrong`: it would not work. */
  readonly state: 'fine' | 'warning' | 'wrong'
  readonly said: string
  /** What to do; null where all is fine. */
  readonly repair: string | null
}

export function fine(what: string, said: string): Diagnosis {
  return { what, state: 'fine', said, repair: null }
}

export function warning(what: string, said: string, repair: string): Diagnosis {
  return { what, state: 'warning', said, repair }
}

export function wrong(what: string, said: string, repair: string): Diagnosis {
  return { what, state: 'wrong', said, repair }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

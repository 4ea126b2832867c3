import type { NavigationEntry } from './navigation.ts'

/** What is the same on every page. */
export interface Chrome {
  readonly navigation: readonly NavigationEntry[]
  /** Whether there is a page that searches. */
  readonly hasSearch: boolean
  readonly isSandbox: boolean
  /** Undefined for an organisation that is gone. */
  organisationName(orgId: string): Promise<string | undefined>
}

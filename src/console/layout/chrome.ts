import type { Sending } from '../../api/sending.ts'
import type { Person } from '../../people/people.ts'
import type { NavigationEntry } from './navigation.ts'

/** What is the same on every page. */
export interface Chrome {
  readonly navigation: readonly NavigationEntry[]
  /** Whether there is a page that searches. */
  readonly hasSearch: boolean
  readonly isSandbox: boolean
  /** Undefined when nobody can find out. */
  sending(orgId: string): Promise<Sending | undefined>
  /** How many approvals need this person; 0 when nobody can find out. */
  approvals(person: Person): Promise<number>
  /** Undefined for an organisation that is gone. */
  organisationName(orgId: string): Promise<string | undefined>
}

/**
 * A page of rows in the order of their creation, those of the same millisecond by their id. An
 * organisation has few of them (profiles, clients, people), so they are sorted without an index.
 */
export interface PageByAge {
  /** The row before the page. */
  readonly after?: Age | undefined
  readonly limit: number
}

/** `createdAt`: ms since 1970. */
export type Age = readonly [createdAt: number, id: string]

/** The place before all rows. */
export const beforeAll: Age = [-1, '']

import { v4, v7 } from 'uuid'

/** Ids from the system's randomness and clock. */
export const systemIds: Ids = { document: () => v7(), transmission: () => v4() }

export interface Ids {
  /** A document's or attachment's id: UUID v7, sorts by time. */
  document(): string
  /** A transmission's id: UUID v4. */
  transmission(): string
}

import { v4, v7 } from 'uuid'

/** Ids from the system's randomness and clock. */
export const systemIds: Ids = { document: () => v7(), transmission: () => v4() }

export interface Ids {
  /** Id of a document or attachment: UUID v7, which sorts by time. */
  document(): string
  /** Id of a transmission: UUID v4. */
  transmission(): string
}

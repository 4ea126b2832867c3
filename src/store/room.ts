/** Memory for large texts and files, taken by size before they are read. */
export interface Room {
  /** Rejects when there is no room for the bytes. */
  take(bytes: number): Promise<void>
}

/** For the command line and tests, which have the process to themselves. */
export const unlimitedRoom: Room = { take: () => Promise.resolve() }

/**
 * Room in memory for what is read: asked for before large texts and files are read, by their size.
 */
export interface Room {
  /** Rejects when there is no room for so many bytes. */
  take(bytes: number): Promise<void>
}

/** For the command line and tests, where one caller has the process to itself. */
export const unlimitedRoom: Room = { take: () => Promise.resolve() }

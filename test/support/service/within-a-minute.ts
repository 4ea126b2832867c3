/**
 * For what counts by the minute: done again when a minute ended meanwhile, since counts then began
 * anew.
 */
export async function withinAMinute(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000)
    try {
      await work()
      return
    } catch (error) {
      if (Math.floor(Date.now() / 60_000) === minute) throw error
    }
  }
}

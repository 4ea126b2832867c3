/**
 * For tests of counts per minute: repeats the work if a minute ended meanwhile, because the counts
 * then restart.
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

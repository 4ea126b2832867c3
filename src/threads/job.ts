/** A work thread's reply to a job. */
export type JobReply<Result> = { readonly result: Result } | { readonly failure: string }

/** What a thread sends: that it has loaded its script, then a reply for each job of a batch. */
export type ThreadReply<Result> = 'ready' | readonly JobReply<Result>[]

/** Too many jobs wait. */
export class ThreadBusy extends Error {
  override readonly name = 'ThreadBusy'
}

/** Too many jobs of one organisation wait. */
export class ShareExceeded extends Error {
  override readonly name = 'ShareExceeded'
  readonly waitingMax: number

  constructor(waitingMax: number) {
    super(`${waitingMax} jobs of the organisation are waiting`)
    this.waitingMax = waitingMax
  }
}

/** The job exceeded a limit of time or memory, and would do so again. */
export class JobExceeded extends Error {
  override readonly name = 'JobExceeded'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`the job exceeded the limit of ${limit}`)
    this.limit = limit
  }
}

import { Fault } from '../faults.ts'

/** Releases memory that was taken at the gate; a second call does nothing. */
export type Release = () => void

export function once(work: () => void): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/** 429 when the payer's share is used up, 503 when the whole budget is. */
export function refusal(obstacle: 'share' | 'whole'): Fault {
  if (obstacle === 'whole') return new Fault('unavailable')
  return new Fault('share_exceeded', {}, undefined, retryAfterSeconds)
}

/** The largest document takes some seconds. */
const retryAfterSeconds = 5

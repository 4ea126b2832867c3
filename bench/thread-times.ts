import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of each thread of a process so far, by thread id, on Linux; empty elsewhere. */
export function threadTimesOf(pid: number): ThreadTimes {
  const times = new Map<number, ThreadTime>()
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${id}`
      const isMain = Number(id) === pid
      const name = isMain ? 'main' : readFileSync(`${folder}/comm`, 'utf8').trim()
      // The first figure is the time on a processor, in nanoseconds.
      const ms = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      times.set(Number(id), { name, ms, isMain })
    }
  } catch {
    // A thread may end while it is read, and other systems have no such files.
  }
  return times
}

export type ThreadTimes = ReadonlyMap<number, ThreadTime>

export interface ThreadTime {
  readonly name: string
  readonly ms: number
  readonly isMain: boolean
}

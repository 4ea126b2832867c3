import { parentPort, workerData } from 'node:worker_threads'
import { openRulebook, type Rulebook } from '../../rulebook/rulebook.ts'
import { readStatus } from './status.ts'
import type { StatusReply, StatusThreadData } from './status-reader.ts'

// The thread that reads large envelopes, one after the other. It opens a rule book of its own for the first that gets so far.
const { rulebookOptions, serviceProviderId }: StatusThreadData = workerData
let opened: Rulebook | undefined
const parts = {
  serviceProviderId,
  get rulebook() {
    opened ??= openRulebook(rulebookOptions)
    return opened
  },
}

parentPort?.on('message', (source: string | Uint8Array) => {
  let reply: StatusReply
  try {
    reply = { read: readStatus(parts, source) }
  } catch (error) {
    reply = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(reply)
})

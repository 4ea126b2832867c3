import { parentPort, workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { systemIds } from './ids.ts'
import type { ThreadReply, ThreadTask } from './issuer.ts'
import { issueDocument } from './issuing.ts'

// The thread that issues large documents: it has a rule book of its own and answers one task after the other.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

parentPort?.on('message', ({ number, order }: ThreadTask) => {
  let reply: ThreadReply
  try {
    reply = { number, result: issueDocument(order, rulebook, systemIds) }
  } catch (error) {
    reply = { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(reply)
})

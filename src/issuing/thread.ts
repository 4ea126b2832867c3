import { parentPort, workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { systemIds } from './ids.ts'
import { issueDocument } from './issue-document.ts'
import type { IssueOrder } from './issue-order.ts'
import type { ThreadReply } from './issuing-thread.ts'

// The thread that issues large documents: it has a rule book of its own and answers one task after the other.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

parentPort?.on('message', (order: IssueOrder) => {
  let reply: ThreadReply
  try {
    reply = { result: issueDocument(order, rulebook, systemIds) }
  } catch (error) {
    reply = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(reply)
})

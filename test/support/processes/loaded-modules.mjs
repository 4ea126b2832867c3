import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Loaded into a service (`node --import`). When its main thread ends, writes what it had loaded once
// it listened: Node's own modules, files, and the names of the threads, into LOADED_MODULES. Plain
// JavaScript, because TypeScript would load what the test looks for.
const file = process.env.LOADED_MODULES
if (isMainThread && file !== undefined) {
  const urls = []
  const threads = []
  registerHooks({
    load(url, context, next) {
      urls.push(url)
      return next(url, context)
    },
  })
  process.on('worker', (worker) => threads.push(worker.threadName))
  process.on('exit', () => writeFileSync(file, JSON.stringify({ urls, builtin: process.moduleLoadList, threads })))
}

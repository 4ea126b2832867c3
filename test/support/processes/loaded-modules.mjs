import { renameSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Loaded into a service (`node --import`). Keeps a list of what its process has loaded so far in the
// file LOADED_MODULES: Node's own modules, files, and the names of the threads. Plain JavaScript,
// because TypeScript would load what the test looks for.
const file = process.env.LOADED_MODULES
if (isMainThread && file !== undefined) {
  const urls = []
  const threads = []
  let changedAt = performance.now()
  registerHooks({
    load(url, context, next) {
      urls.push(url)
      changedAt = performance.now()
      return next(url, context)
    },
  })
  process.on('worker', (worker) => {
    threads.push(worker.threadName)
    changedAt = performance.now()
  })
  const write = () => {
    const quietMs = performance.now() - changedAt
    writeFileSync(`${file}.new`, JSON.stringify({ urls, builtin: process.moduleLoadList, threads, quietMs }))
    renameSync(`${file}.new`, file)
  }
  setInterval(write, 200).unref()
}

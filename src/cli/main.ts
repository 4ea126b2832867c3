import { run } from './run.ts'
import { Terminal } from './terminal.ts'

// The command line of this process.

const words = process.argv.slice(2)
const { stdout, stderr } = process
guardOutput()
const code = await run(words, new Terminal(process))
if (code !== 0) process.exitCode = code

/**
 * A command whose output is lost has failed, except for `selfbill demo | head`, where the reader
 * leaves: the rest is dropped. The service has its own log, and goes on without both streams.
 */
function guardOutput(): void {
  let isReported = words[0] === 'serve'
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isReported) return
    isReported = true
    stderr.write(`selfbill: the output could not be written: ${message}\n`)
    process.exitCode = 1
  })
  stderr.on('error', () => undefined)
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../support/processes/command-line.ts'

// `npm start` runs `bin/selfbill serve` with its environment, and a stop reaches the service.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-npm-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A supervisor signals one process. Ctrl-C in a terminal signals all of them, and npm forwards it a
 * second time.
 */
const stops = [
  { signal: 'SIGTERM', isToAll: false },
  { signal: 'SIGINT', isToAll: true },
] as const

for (const { signal, isToAll } of stops) {
  test(`npm start ends in order after ${signal} to ${isToAll ? 'all of its processes' : 'npm alone'}`, async () => {
    const env = { ...process.env, DATA_DIR: join(folder, signal), PORT: '0', LOG_LEVEL: 'info' }
    const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(npm, 'close')
    const pid = npm.pid ?? assert.fail('npm did not start')
    let logged = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged += text
    })
    let printed = ''
    for await (const text of npm.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += text
      if (printed.includes('listens on')) break
    }
    npm.stdout.resume()
    try {
      process.kill(isToAll ? -pid : pid, signal)
      const [code, killedBy] = await ended
      // npm's signal is the second one. On a busy machine it comes when the service has stopped and
      // its process no longer listens to signals; then npm ends by it too.
      if (isToAll && killedBy !== null) assert.equal(killedBy, signal, logged)
      else assert.equal(code, 0, logged)
      assert.match(logged, /"msg":"stopped"/)
    } finally {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-pid, 'SIGKILL')
    }
  })
}

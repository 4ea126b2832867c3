import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { commandLine, commandLineProcess } from '../support/processes/command-line.ts'
import { RunningService } from '../support/processes/running-service.ts'

// One service for a folder, and what a command that needs all services stopped does beside one. It
// needs processes: the lock of a folder belongs to one.

describe('the folder of the embedded database', () => {
  const { folder, selfbill } = commandLine()
  const { selfbill: another } = commandLineProcess()
  const dataDir = join(folder, 'data')
  const environment = { DATA_DIR: dataDir }
  const numbersSkipped = () => {
    const database = new DatabaseSync(join(dataDir, 'selfbill.db'), { readOnly: true })
    try {
      return database.prepare('select coalesce(max(last), 0) as last from number_blocks').get()?.last
    } finally {
      database.close()
    }
  }

  test('belongs to one service, and commands work beside it', async () => {
    const service = await RunningService.start(environment)
    try {
      const second = await another(['serve'], { ...environment, PORT: '0' })
      assert.equal(second.code, 1)
      assert.match(
        second.stderr,
        new RegExp(
          `^selfbill serve: the folder ${dataDir} is in use by another service \\(process ${service.pid} on \\S+, started ` +
            '\\S+Z\\)\\. Stop it first, or set DATA_DIR to another folder\\n$',
        ),
      )
      const beside = [
        ['organisation', 'list'],
        ['keys', 'list'],
        ['token'],
        ['legs', '--stalled'],
        ['check'],
        ['migrate'],
      ]
      for (const args of [...beside, ['backup', join(folder, 'copy.db')]])
        assert.equal((await selfbill(args)).code, 0, args.join(' '))
      const restored = await selfbill(['restored', '--skip-numbers', '5000'])
      assert.equal(restored.code, 1)
      assert.match(restored.stderr, /^selfbill restored: the folder \S+ is in use by another service/)
      assert.equal(numbersSkipped(), 0)
      assert.equal((await fetch(`${service.address}/healthz`)).status, 200)
    } finally {
      await service.stop()
    }
    assert.ok(!existsSync(join(dataDir, 'service.process')))
  })

  test('is free at once after its service was killed', async () => {
    const killed = await RunningService.start(environment)
    process.kill(killed.pid, 'SIGKILL')
    const next = await RunningService.start(environment)
    assert.equal((await fetch(`${next.address}/healthz`)).status, 200)
    assert.equal(await next.stop(), 0)
  })

  test('restored needs its number, and skips it when all services are stopped', async () => {
    const bare = await selfbill(['restored'])
    assert.deepEqual([bare.code, numbersSkipped()], [2, 0])
    assert.match(bare.stderr, /--skip-numbers/)
    // The row of the service that was killed: as if a minute had passed.
    const database = new DatabaseSync(join(dataDir, 'selfbill.db'))
    database.exec('update instances set seen_at = seen_at - 60000')
    database.close()
    const restored = await selfbill(['restored', '--skip-numbers', '5000', '--yes'])
    assert.deepEqual([restored.code, restored.stderr], [0, ''])
    assert.equal(numbersSkipped(), 5000)
  })

  test('that cannot be locked is named', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const refused = await another(['serve'], { DATA_DIR: file })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /^selfbill serve: the folder \S+ cannot be used: \S.*\n$/)
  })
})

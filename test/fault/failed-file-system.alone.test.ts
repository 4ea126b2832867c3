import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { eventually } from '../support/eventually.ts'
import { cutPower, newDisk, run, whyNoLoopDisk } from '../support/faults/loop-disk.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { tenants } from '../support/service/tenants.ts'

// The file system under the embedded database fails while the service runs: no request gets a 500,
// and the instance is not ready.

const hasPrlimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

test('when no file can grow: 503, not ready, then recovery', { skip: !hasPrlimit && 'no prlimit' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-failed-disk-'))
  try {
    await withService(join(folder, 'data'), async ({ pid, create, readiness }) => {
      assert.equal((await create()).status, 201)
      assert.equal((await readiness()).status, 200)
      // Every write beyond the first byte of a file fails with EFBIG, which SQLite treats as a
      // failing disk.
      const limit = (size: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`])
      limit('1')
      await assertAway(create, readiness)
      limit('unlimited')
      await eventually(async () => (await readiness()).status === 200, 60_000)
      assert.equal((await create()).status, 201)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('when the file system is shut down: 503, not ready and no 500', { skip: whyNoLoopDisk() }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-failed-disk-'))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  run('mount', '-o', 'loop', await newDisk(folder), disk)
  try {
    await withService(join(disk, 'data'), async ({ create, list, readiness }) => {
      assert.equal((await create()).status, 201)
      cutPower(disk)
      await assertAway(create, readiness)
      assert.ok([200, 503].includes((await list()).status), 'what is cached can still be read')
    })
  } finally {
    run('umount', disk)
    await rm(folder, { recursive: true })
  }
})

interface Running {
  readonly pid: number
  readonly create: Ask
  readonly list: Ask
  readonly readiness: Ask
}

async function withService(dataDir: string, use: (running: Running) => Promise<void>): Promise<void> {
  await mkdir(dataDir)
  const store = await openStore({ dataDir }, Date.now())
  const [tenant] = await tenants(store, 1)
  await store.close()
  assert.ok(tenant)
  const environment = { DATA_DIR: dataDir, 'TUNING.rate_limit_per_minute': '1000000', LOG_LEVEL: 'silent' }
  const service = await RunningService.start(environment)
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
  const path = `${service.address}/api/purchase-invoices`
  const body = jsonOf(aPurchaseInvoice())
  try {
    await use({
      pid: service.pid,
      create: () => fetch(`${path}/${tenant.profileId}`, { method: 'POST', headers, body }),
      list: () => fetch(path, { headers }),
      readiness: () => fetch(`${service.address}/readyz`),
    })
  } finally {
    process.kill(service.pid, 'SIGKILL')
    await service.stop()
  }
}

type Ask = () => Promise<Response>

/**
 * A create fails at its commit at the latest: then nobody knows what was written, and the answer
 * says so.
 */
async function assertAway(create: Ask, readiness: Ask): Promise<void> {
  await eventually(async () => (await readiness()).status === 503, 60_000)
  for (const ask of [create, readiness, create, readiness, create]) {
    const answer = await ask()
    const { errors, error_codes: codes }: { errors: unknown; error_codes: unknown } = JSON.parse(await answer.text())
    if (answer.status === 504 && ask === create) {
      assert.deepEqual(codes, { message: { id: 'outcome_unknown', values: {} } })
      continue
    }
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '5')
    assert.deepEqual(errors, { message: 'The service is not available at the moment, try again' })
    assert.deepEqual(codes, { message: { id: 'unavailable', values: {} } })
  }
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NotHere } from '../access-point/not-here.ts'
import { Calls } from '../deploy/calls.ts'
import { freePort } from '../deploy/free-port.ts'
import { Haproxy } from '../deploy/haproxy.ts'
import type { Started } from '../deploy/started.ts'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { expansion } from './later-migrations.ts'
import { Site } from './site.ts'
import { currentVersion, laterVersion, previousStartsBesideNewer, previousVersion, type Version } from './versions.ts'

// Upgrades two instances behind haproxy one after the other, as docs/upgrading.md says, and goes
// back again, while callers create, read and list documents. No request may fail, no document may
// be lost, and no leg may be sent twice.

const executable = process.env.HAPROXY
const skip = executable === undefined ? 'haproxy is not here' : false

test('a rolling upgrade from the previous release fails nothing', { skip }, async (t) => {
  const previous = versionOrReason(previousVersion)
  if (typeof previous === 'string') {
    console.log(`Not checked: a rolling upgrade from the previous release (${previous})`)
    return t.skip(previous)
  }
  const pair = await Pair.start(t, previous)
  // The instances of the previous release serve on during the migration.
  await pair.site.selfbill(currentVersion, 'migrate')
  await pair.calls.more(40)
  await pair.changeTo(currentVersion)
  if (previousStartsBesideNewer) {
    await pair.changeTo(previous)
    await pair.changeTo(currentVersion)
  } else {
    await assert.rejects(pair.site.start(previous), /it was made by a newer version\. Run that one, or newer\./)
  }
  // No older instance runs: what only that one used is removed, under load.
  assert.doesNotMatch(await pair.site.selfbill(currentVersion, 'migrate'), /waits/)
  await pair.calls.more(40)
  await pair.end()
})

test('a rolling upgrade to a version with an expanding migration fails nothing, nor does the way back', {
  skip,
}, async (t) => {
  const later = laterVersion(expansion)
  const pair = await Pair.start(t, currentVersion)
  await pair.changeTo(later)
  await pair.changeTo(currentVersion)
  await pair.end()
  const [column] = await pair.site.rows('select count(later_note) as notes from documents')
  assert.equal(Number(column?.notes), 0)
})

/** Two instances behind haproxy, under load. */
class Pair {
  readonly site: Site
  readonly calls: Calls
  readonly #proxy: Haproxy
  readonly #ports: readonly [number, number]
  readonly #instances: Started[]

  private constructor(
    site: Site,
    calls: Calls,
    proxy: Haproxy,
    ports: readonly [number, number],
    instances: Started[],
  ) {
    this.site = site
    this.calls = calls
    this.#proxy = proxy
    this.#ports = ports
    this.#instances = instances
  }

  static async start(t: TestContext, version: Version): Promise<Pair> {
    const server = await OwnPostgres.start()
    assert.ok(server)
    t.after(() => server.stop())
    const site = new Site(t, server.url)
    const account = await site.account(version, 'Falcon Trading')
    const ports = [await freePort(), await freePort()] as const
    const instances = await Promise.all(ports.map((port) => site.start(version, port)))
    const proxy = await Haproxy.start(t, executable ?? '', ports)
    await proxy.untilBothServe()
    const calls = new Calls(proxy.address, account)
    calls.start(4, 30)
    await calls.more(40)
    return new Pair(site, calls, proxy, ports, instances)
  }

  /** Replaces one instance after the other. */
  async changeTo(version: Version): Promise<void> {
    for (const [at, port] of this.#ports.entries()) {
      assert.equal(await this.#instances[at]?.stop('SIGTERM'), 0)
      await this.calls.more(20)
      this.#instances[at] = await this.site.start(version, port)
      await this.#proxy.untilBothServe()
      await this.calls.more(40)
    }
  }

  async end(): Promise<void> {
    await this.calls.stop()
    assert.deepEqual(this.calls.failures, [])
    await this.calls.untilApproved()
    const codes = await Promise.all(this.#instances.map((instance) => instance.stop('SIGTERM')))
    assert.deepEqual(codes, [0, 0], this.#instances.map(({ log }) => log).join('\n'))
    assert.deepEqual(await this.site.losses(this.calls.created), [])
  }
}

function versionOrReason(find: () => Version): Version | string {
  try {
    return find()
  } catch (error) {
    if (error instanceof NotHere) return error.message
    throw error
  }
}

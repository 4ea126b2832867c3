import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needsAccount } from '../../src/api/declaration/access.ts'
import type { Route } from '../../src/console/route.ts'
import { operations } from '../../src/features/index.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { jsonOf } from '../support/requests/requests.ts'
import { bodyFor } from '../support/service/possessions.ts'
import { addressesOf, filledRoute, isPage } from './addresses.ts'
import { type Seeds, seed } from './seeds.ts'
import { type Started, start } from './started.ts'

// A viewer looks and changes nothing: not by a button, not by a form sent past the pages, not by a
// call of the API.

/**
 * What everybody may do: choose how pages look, leave, open a link from a mail, and set what
 * concerns themselves alone.
 */
const ownMatters =
  /^\/console\/(preferences|confirm-address|unsubscribe|sign-in\/|sign-out|settings\/(account|notices)\b)/

/** A POST that changes nothing: a viewer may have a document judged. */
const judging = 'validateDocument'

/** Operations that concern the caller alone. */
const ownOperations = ['changeMe', 'endSession']

describe('a viewer', () => {
  let started: Started
  let seeds: Seeds
  before(async () => {
    started = await start(async (running) => {
      seeds = await seed(running)
    })
    // Deliveries may still be under way.
    let last = ''
    await eventually(async () => {
      const previous = last
      last = await everything()
      return last === previous
    })
  })
  after(() => started?.stop())
  const changing = () => started.routes.filter(({ method }) => method === 'POST')

  test('sees no form that would change anything', async () => {
    const context = await started.open({ session: seeds.viewer.session.secret })
    const page = await context.newPage()
    let forms = 0
    for (const { name, address, route } of addressesOf(started.routes, seeds)) {
      if (route.access !== 'viewer' || !(await isPage(started, context, address))) continue
      await page.goto(address)
      const actions = await page
        .locator('form[method="post"], [hx-post], [formaction]')
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('hx-post') ?? one.getAttribute('formaction') ?? one.getAttribute('action')),
        )
      for (const action of actions) {
        forms += 1
        const target = routeOf(changing(), action?.split('?')[0] ?? address)
        assert.ok(target && target.access !== 'clerk' && target.access !== 'admin', `${name} shows ${action}`)
      }
    }
    assert.ok(forms > 3)
    await context.close()
  })

  test('is refused by every action of the console', async () => {
    const before_ = await everything()
    const context = await started.open({ session: seeds.viewer.session.secret })
    const page = await context.newPage()
    const tried: string[] = []
    for (const route of changing()) {
      if (ownMatters.test(route.path)) continue
      await page.goto('/console')
      const status = await page.evaluate<number>(
        `fetch(${JSON.stringify(filledRoute(route, seeds))}, {
          method: 'POST', redirect: 'manual', body: new URLSearchParams(${JSON.stringify(fields)})
        }).then((answer) => answer.status)`,
      )
      tried.push(`${route.path} ${status}`)
    }
    assert.ok(tried.length > 0)
    assert.deepEqual(
      tried.filter((one) => !one.endsWith(' 403')),
      [],
    )
    assert.equal(await everything(), before_)
    await context.close()
  })

  test('is refused by every changing operation, and a cookie is no token', async () => {
    const before_ = await everything()
    const context = await started.open({ session: seeds.viewer.session.secret })
    const page = await context.newPage()
    await page.goto('/console')
    const { signedIn } = seeds.viewer.session
    const token = await started.running.service.parts.people.tokenOf(signedIn)
    const tried: string[] = []
    for (const operation of operations.filter((one) => one.method !== 'GET' && needsAccount(one))) {
      if (ownOperations.includes(operation.id) || operation.id === judging) continue
      const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        seeds.possessions.id(operation, name),
      )
      const body = bodyFor(operation)
      const type = operation.body.kind === 'ndjson' ? 'application/x-ndjson' : 'application/json'
      const send = (headers: Readonly<Record<string, string>>) =>
        page.evaluate<number>(
          `fetch(${JSON.stringify(address)}, ${JSON.stringify({
            method: operation.method,
            headers: { ...headers, ...(body && { 'content-type': type }) },
            ...(body && { body: jsonOf(body) }),
          })}).then((answer) => answer.status)`,
        )
      tried.push(`${operation.id} ${await send({ authorization: `Bearer ${token}` })} ${await send({})}`)
    }
    assert.ok(tried.length > 30)
    assert.deepEqual(
      tried.filter((one) => !one.endsWith(' 403 401')),
      [],
    )
    assert.equal(await everything(), before_)
    await context.close()
  })

  /** All that a call could have changed; not what every request leaves behind. */
  async function everything(): Promise<string> {
    const { database } = started.running.service.parts.store
    const rows = await Promise.all(
      tables.map(([table, columns]) =>
        database.query(sql(`select ${columns} from ${table} where org_id = $1 order by 1, 2`, seeds.tenant.orgId)),
      ),
    )
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  }
})

const tables = [
  ['documents', '*'],
  ['revisions', '*'],
  ['legs', '*'],
  ['clients', '*'],
  ['profiles', '*'],
  ['users', '*'],
  ['login_links', '*'],
  ['sandbox_clocks', '*'],
  ['webhooks', 'id, url, event_types, description, is_active, secret, former_secret'],
  ['audit_entries', '*'],
] as const

/** Enough for any form to be taken seriously. */
const fields = { once: 'viewer', name: 'Mallory', role: 'admin', url: 'https://example.com/', cause: 'x', by: '1h' }

function routeOf(routes: readonly Route[], path: string): Route | undefined {
  return routes.find((route) => new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
}

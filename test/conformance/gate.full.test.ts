import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { needsAccount } from '../../src/api/declaration/access.ts'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import { faults } from '../../src/api/faults.ts'
import type { Gate } from '../../src/api/gate/gate.ts'
import { lightBytesMax } from '../../src/api/gate/gate.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// One gate reserves the memory of requests before the work. The tests go through the list of
// operations, so none is exempt.

const secret = 'x'.repeat(32)
const publicPayer = '127.0.0.1'
/** These must answer whatever else the process does. */
const holdingNothing = ['healthz', 'readyz']

/** These belong to no organisation. */
const published: Readonly<Record<string, string>> = {
  retrieveRule: '/api/rules/IBR-002',
  retrieveCodeList: '/api/codelists/currencies',
}

eachService('the gate', (start) => {
  let running: TestService
  let owned: Possessions
  let gate: Gate
  let anonymousGate: Gate

  before(async () => {
    running = await start({ INBOUND_SECRET: secret, 'TUNING.request_memory_mb': '64' })
    ;({ gate, anonymousGate } = running.service.parts)
    // More lines than a light request may hold, so that every operation that reads the document is
    // heavy.
    const document_lines = Array.from({ length: 400 }, () => aLine({ note: 'n'.repeat(2_500) }))
    owned = await possessionsOf(running, 'GATED', { document_lines })
  })
  const pathOf = (operation: Operation) =>
    published[operation.id] ?? operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => owned.id(operation, name))

  const call = (operation: Operation, address: string) => {
    const path = pathOf(operation)
    const body = operation.body.kind === 'xml' ? '<x/>' : bodyFor(operation)
    const text = typeof body === 'string' ? body : body && jsonOf(body)
    return fetchDeclared(address, path + neededQuery(operation), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${owned.tenant.token}`,
        'x-selfbill-secret': secret,
        ...(text !== undefined && { 'content-type': mediaTypeOf(operation.body) ?? '' }),
      },
      ...(text !== undefined && { body: text }),
    })
  }

  const callAll = (some: readonly Operation[]) =>
    Promise.all(some.map(async (operation) => ({ operation, answer: await call(operation, running.address) })))

  test('only healthz and readyz hold no memory', () => {
    assert.ok(operations.length > 60)
    const free = operations.filter(({ memory }) => memory?.fixedBytes === 0)
    assert.deepEqual(free.map(({ id }) => id).sort(), holdingNothing)
  })

  test("every operation answers 429 with Retry-After while the payer's share is used up", async () => {
    const give = await fill(gate, [owned.tenant.orgId, publicPayer])
    const giveOther = await fill(anonymousGate, [publicPayer])
    const answers = await callAll(operations).finally(give).finally(giveOther)
    for (const { operation, answer } of answers) {
      if (holdingNothing.includes(operation.id)) {
        assert.equal(answer.status, 200, operation.id)
        continue
      }
      assert.equal(answer.status, 429, `${operation.id}: ${answer.text.slice(0, 200)}`)
      assert.equal(answer.headers.get('retry-after'), '5', operation.id)
      if (operation.errors === undefined)
        assert.deepEqual(JSON.parse(answer.text).errors, { message: faults.share_exceeded.en }, operation.id)
    }
    assert.equal(gate.heldBytes + anonymousGate.heldBytes, 0)
  })

  test('every operation answers 503 while all memory is held', async () => {
    const payers = Array.from({ length: 20 }, (_, at) => `payer ${at}`)
    const give = await fill(gate, payers)
    const giveOther = await fill(anonymousGate, payers)
    const answers = await callAll(operations).finally(give).finally(giveOther)
    for (const { operation, answer } of answers) {
      assert.equal(answer.status, holdingNothing.includes(operation.id) ? 200 : 503, operation.id)
    }
    assert.equal((await owned.tenant.get('/api/purchase-invoices')).status, 200)
  })

  test('callers without a token use up no memory of the others, and the others none of theirs', async () => {
    const payers = Array.from({ length: 20 }, (_, at) => `payer ${at}`)
    const giveTheirs = await fill(anonymousGate, payers)
    const own = await owned.tenant.get('/api/purchase-invoices').finally(giveTheirs)
    assert.equal(own.status, 200)
    const give = await fill(gate, payers)
    const published = await fetch(`${running.address}/api/codelists`).finally(give)
    assert.equal(published.status, 200)
  })

  test('large texts take memory before they are read: without room every answer stays small', async () => {
    const give = await fillHeavy(gate, owned.tenant.orgId)
    const reading = operations.filter(({ method }) => method === 'GET')
    const answers = await callAll(reading).finally(give)
    assert.ok(answers.filter(({ answer }) => answer.status === 429).length >= 20)
    for (const { operation, answer } of answers) {
      // The first has nothing to read without its client, the second is for operators.
      const expected = { issueTokenBySignature: [400], listOrganisations: [403] }[operation.id] ?? [200, 303, 404, 429]
      assert.ok(expected.includes(answer.status), `${operation.id} ${answer.status}`)
      // One text, which all callers share: it takes no memory of a request.
      if (operation.id === 'openApiJson') continue
      assert.ok(answer.text.length <= lightBytesMax, `${operation.id} answered ${answer.text.length} characters`)
    }
  })

  test("unfinished bodies hold at most their own organisation's share", async (context) => {
    const sockets: Socket[] = []
    const destroyAll = () => {
      for (const socket of sockets) socket.destroy()
    }
    context.after(destroyAll)
    const share = (64 * 1024 * 1024) / 8
    const answers: string[] = []
    // One after the other: bodies that all arrive at once may all be refused.
    for (let at = 0; at < 12; at += 1) {
      const [held, answered] = [gate.held.arriving, answers.length]
      const socket = await halfSent(running.address, owned.tenant.token, owned.tenant.profileId)
      sockets.push(socket)
      socket.on('data', (part) => answers.push(String(part)))
      await eventually(async () => gate.held.arriving >= held + halfBytes || answers.length > answered)
      assert.ok(gate.held.arriving <= share, `${gate.held.arriving} bytes`)
    }
    assert.ok(gate.held.arriving > share / 2, `${gate.held.arriving} bytes`)
    assert.match(answers[0] ?? '', /^HTTP\/1\.1 429 /)
    const other = await running.tenant()
    const created = await other.post(`/api/purchase-invoices/${other.profileId}`, aPurchaseInvoice())
    assert.equal(created.status, 201, created.text)
    destroyAll()
    await eventually(async () => gate.held.arriving === 0)
  })

  test('callers who break off at any point leave nothing behind', async () => {
    const reading = operations.filter((operation) => operation.method === 'GET' && needsAccount(operation))
    const { hostname, port } = new URL(running.address)
    for (const operation of reading) {
      const path = pathOf(operation)
      for (const turns of [0, 3, 30]) {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => undefined)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${owned.tenant.token}\r\n\r\n`)
        // The service runs in this process, so turns of the event loop are its progress.
        for (let at = 0; at < turns; at += 1) await turn()
        socket.destroy()
      }
    }
    const { light, heavy, arriving } = await eventually(async () =>
      gate.held.light + gate.held.heavy + gate.held.arriving === 0 ? gate.held : undefined,
    )
    assert.deepEqual([light, heavy, arriving], [0, 0, 0])
  })
})

/** The parameters that an operation cannot do without. */
function neededQuery({ id }: Operation): string {
  if (id === 'periodEvidence') return '?from=2026-07-01&to=2026-07-31'
  return id.endsWith('Ids') ? '?created_on=2026-07-01' : ''
}

/** Takes all the memory that these payers may hold, or all that is left. */
async function fill(gate: Gate, payers: readonly string[]): Promise<() => void> {
  const releases: (() => void)[] = []
  for (const payer of payers) {
    releases.push(await fillHeavy(gate, payer))
    for (let bytes = lightBytesMax; bytes >= 1; bytes /= 2) {
      for (;;) {
        const release = await gate.take(payer, bytes).catch(() => undefined)
        if (release === undefined) break
        releases.push(release)
      }
    }
  }
  return () => {
    for (const release of releases) release()
  }
}

async function fillHeavy(gate: Gate, payer: string): Promise<() => void> {
  const release = gate.hold(payer, 16 * 1024 * 1024)
  return release
}

const halfBytes = 3 * 1024 * 1024

/** Announces four mebibytes, sends three, and waits. */
async function halfSent(address: string, token: string, profileId: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /api/purchase-invoices/${profileId} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${4 * 1024 * 1024}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(halfBytes, 32))
  return socket
}

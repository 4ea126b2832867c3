import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { startPhossAp } from '../support/network/phoss-ap-stub.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { type StoredTenant, tenants } from '../support/service/tenants.ts'
import { aCallersTrace } from '../support/tracing/collected-spans.ts'
import { bring, environmentOf } from '../support/tracing/traced-service.ts'

// Runs examples/tracing.mjs as an operator would, with a collector on this machine.

const example = new URL('../../examples/tracing.mjs', import.meta.url).pathname

suite('the tracing example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-tracing-'))
  const logFile = join(folder, 'log')
  let collector: Collector
  let stub: Awaited<ReturnType<typeof startPhossAp>>
  let tenant: StoredTenant
  before(async () => {
    collector = await Collector.start()
    stub = await startPhossAp()
    const store = await openStore({ dataDir: folder }, Date.now())
    const [made] = await tenants(store, 1)
    await store.close()
    assert.ok(made)
    tenant = made
  })
  after(async () => {
    await collector.close()
    await stub.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the service for the work, with its log in the file; its spans have arrived then. */
  async function run(environment: Readonly<Record<string, string>>, work: (address: string) => Promise<void>) {
    const log = openSync(logFile, 'w')
    const place = { DATA_DIR: folder, LOG_LEVEL: 'warn', ...environmentOf(stub) }
    const service = await RunningService.start({ ...place, ...environment }, log)
    try {
      await work(service.address)
    } finally {
      await service.stop()
    }
    return readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): LogLine => JSON.parse(line))
  }

  const create = async (address: string, traceparent: string, lines: number) => {
    const body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: lines }, () => aLine()) }))
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json', traceparent }
    const answer = await fetch(`${address}/api/purchase-invoices/${tenant.profileId}`, {
      method: 'POST',
      headers,
      body,
    })
    assert.equal(answer.status, 201, await answer.text())
  }

  test('sends the spans of a create to the collector, those of the record thread in their place', async () => {
    const caller = aCallersTrace()
    await run(collecting(collector), (address) => create(address, caller.traceparent, 400))
    const spans = collector.spans.filter(({ traceId }) => traceId === caller.traceId)
    const [create_] = spans.filter(({ name }) => name === 'create document')
    assert.ok(create_)
    const steps = ['compute', 'judge', 'write'].map((name) => {
      const [step] = spans.filter((span) => span.name === name)
      assert.ok(step, name)
      assert.equal(step.parentSpanId, create_.spanId, name)
      assert.deepEqual(step.attributes, [{ key: 'thread.name', value: { stringValue: 'record' } }])
      return step
    })
    const times = steps.flatMap(({ startTimeUnixNano, endTimeUnixNano }) => [startTimeUnixNano, endTimeUnixNano])
    assert.deepEqual(times, times.toSorted(), 'one after the other')
    // A clock is read in whole milliseconds where a span begins.
    assert.ok(Number(times[0]) >= Number(create_.startTimeUnixNano) - 1e6)
    assert.ok(Number(times.at(-1)) <= Number(create_.endTimeUnixNano) + 1e6)
    assert.deepEqual(collector.services, new Set(['selfbill']))
  })

  test('lines of the log name the trace and the span', async () => {
    const caller = aCallersTrace()
    const lines = await run(collecting(collector), async (address) => {
      await bring(address, '<Invoice/>', { traceparent: caller.traceparent })
    })
    const [refused] = lines.filter(({ msg }) => msg === 'an inbound envelope was refused')
    assert.equal(refused?.trace_id, caller.traceId)
    const [span] = collector.spans.filter(({ spanId }) => spanId === refused?.span_id)
    assert.deepEqual([span?.name, span?.traceId], ['receive status', caller.traceId])
  })

  test('without it, lines of the log name the trace of the caller', async () => {
    const caller = aCallersTrace()
    const received = collector.spans.length
    const lines = await run({}, async (address) => {
      await bring(address, '<Invoice/>', { traceparent: caller.traceparent })
      await bring(address, '<Invoice/>')
    })
    const refused = lines.filter(({ msg }) => msg === 'an inbound envelope was refused')
    assert.deepEqual(
      refused.map(({ trace_id, span_id }) => [trace_id, span_id]),
      [
        [caller.traceId, caller.spanId],
        [undefined, undefined],
      ],
    )
    assert.equal(collector.spans.length, received)
  })
})

function collecting(collector: Collector): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import ${example}`, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
}

interface LogLine {
  readonly msg: string
  readonly trace_id?: string
  readonly span_id?: string
}

/** A span in OTLP as JSON. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly unknown[]
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue: string } }[]
    }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** A collector of OTLP over HTTP: a real server on 127.0.0.1. */
class Collector {
  readonly spans: Span[] = []
  readonly services = new Set<string>()
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.url === '/v1/traces') this.#take(JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  static async start(): Promise<Collector> {
    const collector = new Collector()
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const [service] = resource.attributes.filter(({ key }) => key === 'service.name')
      if (service !== undefined) this.services.add(service.value.stringValue)
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { ServiceLog } from '../../../test/support/service/service-log.ts'
import { CallerWatch } from './caller-watch.ts'
import { RequestLog } from './request-log.ts'

test('logs an answer that fails midway, but not a reader who disconnects', async (t) => {
  const log = new ServiceLog()
  const abandoned: string[] = []
  const callers = new CallerWatch((during) => abandoned.push(during))
  const server = Fastify({ loggerInstance: log.logger, logController: new RequestLog(log.logger, callers) })
  callers.watch(server.server)
  const isLeft = Promise.withResolvers<void>()
  server.get('/fails', async (_, reply) => {
    async function* pieces() {
      yield 'some of it'
      throw new Error('the rest cannot be read')
    }
    return reply.send(Readable.from(pieces()))
  })
  server.get('/goes-on', async (_, reply) => {
    async function* pieces() {
      yield 'some of it'
      await isLeft.promise
      yield 'more of it'
    }
    return reply.send(Readable.from(pieces()))
  })
  t.after(() => server.close())
  const url = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const failed = await fetch(new URL('/fails', url))
  await assert.rejects(failed.text())
  const failures = () => log.failures().map(({ level, err }) => [level, err?.message])
  assert.deepEqual(failures(), [[50, 'the rest cannot be read']])
  assert.deepEqual(abandoned, [])

  const socket = connect(Number(url.port), url.hostname)
  socket.write('GET /goes-on HTTP/1.1\r\nHost: here\r\n\r\n')
  await once(socket, 'data')
  socket.resetAndDestroy()
  for (let turn = 0; turn < 1_000 && abandoned.length === 0; turn += 1) await new Promise(setImmediate)
  isLeft.resolve()
  assert.deepEqual(abandoned, ['answer'])
  assert.deepEqual(failures(), [[50, 'the rest cannot be read']])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { pino } from 'pino'
import { DatabaseAway, DatabaseClosed } from '../../store/database/database.ts'
import { sendError } from './send-answer.ts'

test('a lost database is an error in the log; one that we closed to stop is not', async (t) => {
  const levels: number[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => levels.push(JSON.parse(line).level) })
  const server = Fastify()
  t.after(() => server.close())
  server.get('/lost', async (_request, reply) => sendError(reply, new DatabaseAway('it left'), log))
  server.get('/closed', async (_request, reply) => sendError(reply, new DatabaseClosed(), log))
  for (const path of ['/lost', '/closed']) assert.equal((await server.inject(path)).statusCode, 503)
  assert.deepEqual(levels, [50, 30])
})

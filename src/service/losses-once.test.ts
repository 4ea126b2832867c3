import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { DatabaseAway, DatabaseClosed, OutcomeUnknown } from '../store/database/database.ts'
import { lossesOnce } from './losses-once.ts'
import { logOptions } from './process-log.ts'

function aLog() {
  const lines: Record<string, unknown>[] = []
  const made = lossesOnce(pino(logOptions('info'), { write: (line) => lines.push(JSON.parse(line)) }))
  return { ...made, texts: () => lines.map(({ msg }) => msg), lines }
}

const away = () => new DatabaseAway(new Error('connect ECONNREFUSED 127.0.0.1:5432'))

test('a database that is away is one line, and one when it is back', () => {
  const { log, databaseAnswered, lines, texts } = aLog()
  databaseAnswered()
  for (let at = 0; at < 50; at += 1) log.error({ err: away(), during: 'claim' }, 'delivery worker failed')
  log.error({ err: away() }, 'a request failed')
  assert.deepEqual(texts(), ['the database is away, full or too slow'])
  assert.deepEqual([lines[0]?.level, lines[0]?.first, lines[0]?.during], [50, 'delivery worker failed', 'claim'])
  assert.equal(JSON.stringify(lines[0]).split('ECONNREFUSED').length, 2, 'the reason once, without a stack')
  databaseAnswered()
  databaseAnswered()
  assert.deepEqual(texts().slice(1), ['the database is back'])
  assert.deepEqual([lines[1]?.level, lines[1]?.losses], [30, 51])
  log.error({ err: away() }, 'webhook worker failed')
  assert.equal(lines[2]?.first, 'webhook worker failed')
})

test('an error that stands for many losses is left out, and of a mixed one the losses are', () => {
  const { log, databaseAnswered, lines, texts } = aLog()
  const failed = (failures: readonly Error[]) => ({ err: new AggregateError(failures, `${failures.length} failed`) })
  const many = Array.from({ length: 15 }, away)
  log.error(failed(many), 'the upkeep failed')
  log.error(failed([new AggregateError(many, 'inner')]), 'the upkeep failed')
  log.warn({ err: away(), orgId: 'a' }, 'the objects could not be reviewed')
  assert.deepEqual(texts(), ['the database is away, full or too slow'])
  assert.ok(JSON.stringify(lines[0]).length < 1_000)
  log.error(failed([...many, new Error('ours')]), 'the upkeep failed')
  assert.equal(lines[1]?.msg, 'the upkeep failed')
  assert.match(JSON.stringify(lines[1]), /16 failed.*ours/)
  assert.doesNotMatch(JSON.stringify(lines[1]), /ECONNREFUSED/)
  databaseAnswered()
  assert.equal(lines[2]?.losses, 4)
  log.error(failed([new Error('ours'), new Error('ours too')]), 'the upkeep failed')
  assert.match(JSON.stringify(lines[3]), /2 failed.*ours too/)
})

test('every other line is written as it is', () => {
  const { log, lines, texts } = aLog()
  log.error({ err: new Error('ours') }, 'a request failed')
  log.error({ err: new OutcomeUnknown(new Error('cut')) }, 'a request failed')
  log.error({ err: new DatabaseClosed() }, 'the stop failed')
  log.error('plain')
  log.warn('warned')
  log.info({ a: 1 }, 'informed')
  assert.deepEqual(texts(), ['a request failed', 'a request failed', 'the stop failed', 'plain', 'warned', 'informed'])
  const [, unknown] = lines
  assert.match(JSON.stringify(lines[0]), /losses-once\.test/, 'a failure of ours has its stack')
  assert.doesNotMatch(JSON.stringify(unknown), /losses-once\.test/)
})

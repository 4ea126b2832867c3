import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import {
  ConstraintFailure,
  type Database,
  DatabaseAway,
  isChange,
  OutcomeUnknown,
  type Statement,
  sql,
} from '../store/database/database.ts'
import { keepAnswer, type NewAnswer } from '../store/requests/kept-answer.ts'
import { unlimitedRoom } from '../store/room.ts'
import { openStore, type Store } from '../store/store.ts'
import { once, type StoreAnswer } from './once.ts'

const created: NewAnswer = { status: 201, type: 'text/plain', body: 'created' }

/** Final: the same request would get it again. A conflict is not. */
const refusal = (status: number): NewAnswer => ({ status, type: 'text/plain', body: `refused ${status}` })

eachDatabase('work that is done once for a key', (open) => {
  let store: Store
  let database: Database
  before(async () => {
    await open()
    store = open.keep(await openStore(open.location, 0))
    database = store.database
  })

  const ask = (hash: string, work: (keep: StoreAnswer) => Promise<NewAnswer>, now = 1_000) =>
    once<NewAnswer>(
      {
        store: store.idempotency,
        key: { orgId: 'org-1', hash, fingerprint: 'f' },
        room: unlimitedRoom,
        now: () => now,
        answerOf: (answer) => (answer.status === 409 ? undefined : answer),
      },
      work,
    )

  /** Commits the answer with the work, unless a constraint refuses both. */
  const works =
    (isRefused: boolean, outcome = created) =>
    async (keep: StoreAnswer) => {
      const broken = sql("insert into migrations (name, applied_at) values ('x', null)")
      const statements = [...keepAnswer(keep(created)), ...(isRefused ? [broken] : [])]
      await database.transaction(statements).catch((error: unknown) => {
        if (!(error instanceof ConstraintFailure)) throw error
      })
      return outcome
    }

  const neverAgain = async () => assert.fail('the work was done twice')

  test('a refusal behind the stored answer is stored itself, and a conflict releases the key', async () => {
    const hash = randomUUID()
    assert.equal((await ask(hash, works(true, refusal(404)))).kind, 'done')
    const again = await ask(hash, neverAgain)
    assert.ok(again.kind === 'answered' && again.answer.status === 404)
    assert.equal(await again.answer.body.string(), 'refused 404')
    const contended = randomUUID()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      assert.equal((await ask(contended, works(true, refusal(409)))).kind, 'done', `attempt ${attempt}`)
    }
    // What was refused before is done now, and stays.
    assert.equal((await ask(contended, works(false))).kind, 'done')
    assert.equal((await ask(contended, neverAgain)).kind, 'answered')
  })

  test('an answer is stored behind work that asked for it and committed nothing', async () => {
    const hash = randomUUID()
    await ask(hash, async (keep) => {
      keep(created)
      return { ...created, body: 'another way' }
    })
    const again = await ask(hash, neverAgain)
    assert.ok(again.kind === 'answered')
    assert.equal(await again.answer.body.string(), 'another way')
  })

  test('a committed answer wins over the error behind it', async () => {
    const hash = randomUUID()
    const lost = async (keep: StoreAnswer) => {
      await works(false)(keep)
      throw new DatabaseAway('unplugged')
    }
    await assert.rejects(ask(hash, lost), DatabaseAway)
    assert.equal((await ask(hash, neverAgain)).kind, 'answered')
  })

  test('work that is done is answered, even if its answer cannot be stored; the key is free here', async (t) => {
    const hash = randomUUID()
    const doneAndLost = async () => {
      t.mock.method(database, 'transaction', () => Promise.reject(new OutcomeUnknown('unplugged')))
      return created
    }
    const outcome = await ask(hash, doneAndLost)
    assert.ok(outcome.kind === 'done' && outcome.result.status === 201)
    t.mock.restoreAll()
    assert.equal((await ask(hash, works(false))).kind, 'done')
  })

  test('a refusal that cannot be stored is no answer: a repeat might get another one', async (t) => {
    const hash = randomUUID()
    const refusedAndLost = async () => {
      t.mock.method(database, 'transaction', (statements: readonly Statement[]) =>
        Promise.reject(statements.some(isChange) ? new OutcomeUnknown('unplugged') : new DatabaseAway('unplugged')),
      )
      return refusal(400)
    }
    await assert.rejects(ask(hash, refusedAndLost), DatabaseAway)
    t.mock.restoreAll()
    assert.equal((await ask(hash, works(false))).kind, 'done')
  })

  test('a conflict with its own earlier attempt is answered as that one was', async () => {
    const hash = randomUUID()
    const outlivesItsMark = async (keep: StoreAnswer) => {
      const meetsItsDocument = async () => {
        await works(false)(keep)
        return refusal(409)
      }
      const repeat = await ask(hash, meetsItsDocument, 62_000)
      assert.ok(repeat.kind === 'answered' && repeat.answer.status === 201)
      return created
    }
    assert.equal((await ask(hash, outlivesItsMark)).kind, 'done')
  })

  test('a key in use says how long it can be', async () => {
    const hash = randomUUID()
    const other = await ask(hash, async () => {
      const second = await ask(hash, neverAgain)
      assert.deepEqual(second, { kind: 'running', waitMs: 60_000 })
      return created
    })
    assert.equal(other.kind, 'done')
  })
})

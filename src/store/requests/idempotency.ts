import { LRUCache } from 'lru-cache'
import { isPacked, pack } from '../../text/packing.ts'
import { atMost } from '../at-most.ts'
import { failedConstraint } from '../constraints.ts'
import { integer, text } from '../database/columns.ts'
import { type Database, inPassing, isLoss, type Row, type Statement, sql } from '../database/database.ts'
import { deleteAged, deleteByAge } from '../database/delete-aged.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { type StoredText, storedText, takeRoom, textColumn } from '../database/stored-text.ts'
import { newMark } from '../new-mark.ts'
import type { Room } from '../room.ts'
import {
  answerMs,
  bodyPlace,
  deleteExpired,
  deleteMark,
  type IdempotencyKey,
  isAround,
  keepAnswer,
  type NewAnswer,
} from './kept-answer.ts'

/**
 * Runs a request once, however often it is sent. A request first claims its key with a mark; its
 * answer is stored in the same transaction as its work. If a slow request outlives its mark and
 * another claims the key, the second to commit fails at `kept_answer` and writes nothing.
 */
export class Idempotency {
  readonly #database: Database
  /** Marks left behind by requests that lost the database, by key. No request works under them. */
  readonly #abandoned = new LRUCache<string, readonly string[]>(atMost(abandonedMax))

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * `begun`: the key is ours until the mark expires. `answered`: the stored answer. `running`:
   * another request holds the key.
   */
  async begin(key: IdempotencyKey, now: number, room: Room): Promise<Beginning> {
    const mark = newMark()
    const former = this.#takeUp(key)
    const { isMarked, answer } = await this.#mark(key, mark, former, now).catch((error: unknown) => {
      // Nobody knows which of them is in the database.
      if (isLoss(error)) this.#abandoned.set(nameOf(key), [mark, ...former])
      throw error
    })
    if (answer !== undefined) {
      if (isMarked) await this.release(key, mark)
      return { kind: 'answered', answer: await this.#answerIn(key, answer, room) }
    }
    if (isMarked) return { kind: 'begun', mark }
    const [holder] = await this.#database.query(selectMark(key))
    // Released meanwhile: the next attempt may begin at once.
    return { kind: 'running', waitMs: holder === undefined ? 0 : Math.max(0, integer(holder, 'dies_at') - now) }
  }

  /** The keys of an organisation that come together are marked in one commit. */
  async #mark(key: IdempotencyKey, mark: string, former: readonly string[], now: number): Promise<Marked> {
    const lane = `${key.orgId} marks`
    const [marked = [], answered = []] = await this.#database.transaction(
      [inPassing(marking(key, mark, former, now)), selectAnswer(key)],
      lane,
    )
    const isMarked = marked.length > 0
    const [answer] = answered
    if (answer === undefined || integer(answer, 'created_at') > now - answerMs) return { isMarked, answer }
    if (isMarked) await this.#database.transaction(deleteExpired(key, now).map(inPassing))
    return { isMarked, answer: undefined }
  }

  async answerTo(key: IdempotencyKey, now: number, room: Room): Promise<StoredAnswer | undefined> {
    const [row] = await this.#database.query(selectAnswer(key))
    return row && integer(row, 'created_at') > now - answerMs ? this.#answerIn(key, row, room) : undefined
  }

  async #answerIn(key: IdempotencyKey, row: Row, room: Room): Promise<StoredAnswer> {
    const answer = answerOf(this.#database, key, row)
    await takeRoom(room, answer.body)
    return answer
  }

  /**
   * Stores an answer that no transaction has stored: of a refusal, or of a change that stores none
   * itself. A change is answered without it too, so a lost database only leaves the mark. A refusal
   * did nothing: lost, it is no answer, because a repeat might get another one.
   */
  async settle(key: IdempotencyKey, mark: string, answer: NewAnswer, now: number): Promise<void> {
    const { body } = answer
    const kept = isAround(body) || isPacked(body) ? body : await pack(body)
    const isRefusal = answer.status >= 400
    const statements = keepAnswer({ key, mark, answer: { ...answer, body: kept }, now })
    await this.#database.transaction(isRefusal ? statements.map(inPassing) : statements).catch((error: unknown) => {
      if (isLoss(error)) this.abandon(key, mark)
      if (isRefusal || !(isLoss(error) || isAnsweredAlready(error))) throw error
    })
  }

  /** Releases the key of a request whose answer is not stored: the next one may start at once. */
  async release(key: IdempotencyKey, mark: string): Promise<void> {
    await this.#database.query(inPassing(deleteMark(key, mark))).catch((error: unknown) => {
      if (!isLoss(error)) throw error
      this.abandon(key, mark)
    })
  }

  /**
   * Leaves the mark of a lost database, where it cannot be deleted: the next request on this
   * instance replaces it. With a mark of its own, because the lost one may be at work late.
   */
  abandon(key: IdempotencyKey, mark: string): void {
    this.#abandoned.set(nameOf(key), [mark])
  }

  /** For one request only. */
  #takeUp(key: IdempotencyKey): readonly string[] {
    const marks = this.#abandoned.get(nameOf(key)) ?? []
    this.#abandoned.delete(nameOf(key))
    return marks.slice(0, formerMax)
  }

  /** Deletes expired answers of all organisations. */
  async forgetAnswers(now: number, isOver: () => boolean = () => false): Promise<void> {
    const before = now - answerMs
    await deleteByAge(this.#database, oldAnswersInParts(before), before, isOver)
    await deleteAged(this.#database, 'idempotency_answers', before, isOver)
  }

  /** Deletes expired marks of all organisations. */
  async forgetMarks(now: number, isOver?: () => boolean): Promise<void> {
    await deleteAged(this.#database, 'idempotency_marks', now, isOver)
  }
}

/** Answers whose bodies are in parts. The parts go first: the answers carry the age. */
function oldAnswersInParts(before: number) {
  return {
    endOfStep: acrossOrganisations(
      'age of a step in parts',
      sql(
        `select created_at as at from idempotency_answers where created_at <= $1 and body_bytes is not null
         order by created_at limit 1 offset ${stepAnswersMax - 1}`,
        before,
      ),
    ),
    deleteUntil: (until: number) => [
      acrossOrganisations(
        'aged parts',
        sql(
          `delete from text_parts where name = 'body' and (org_id, owner) in
             (select org_id, key_hash from idempotency_answers where created_at <= $1 and body_bytes is not null)`,
          until,
        ),
      ),
      acrossOrganisations(
        'aged answers in parts',
        sql('delete from idempotency_answers where created_at <= $1 and body_bytes is not null', until),
      ),
    ],
  }
}

/** Each may have hundreds of parts. */
const stepAnswersMax = 10

/** Another request with the same key was answered before this one could commit. */
export function isAnsweredAlready(error: unknown): boolean {
  return failedConstraint(error) === 'kept_answer'
}

export type Beginning =
  | { readonly kind: 'begun'; readonly mark: string }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** `waitMs`: another request may begin then, if the holder has not ended before. */
  | { readonly kind: 'running'; readonly waitMs: number }

interface Marked {
  /** False: another request holds the key. */
  readonly isMarked: boolean
  /** One that has not expired. */
  readonly answer: Row | undefined
}

export interface StoredAnswer {
  readonly fingerprint: string
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: StoredText
}

/** Returns no row while another request holds a live mark. */
function marking(key: IdempotencyKey, mark: string, former: readonly string[], now: number): Statement {
  const [one = mark, other = one] = former
  return sql(
    `insert into idempotency_marks (org_id, key_hash, mark, dies_at) values ($1, $2, $3, $4)
     on conflict (org_id, key_hash) do update set mark = excluded.mark, dies_at = excluded.dies_at
     where idempotency_marks.dies_at <= $5 or idempotency_marks.mark in ($6, $7) returning mark`,
    key.orgId,
    key.hash,
    mark,
    now + markMs,
    now,
    one,
    other,
  )
}

function selectMark({ orgId, hash }: IdempotencyKey): Statement {
  return sql('select dies_at from idempotency_marks where org_id = $1 and key_hash = $2', orgId, hash)
}

/** An expired answer too, which `deleteExpired` deletes. */
function selectAnswer({ orgId, hash }: IdempotencyKey): Statement {
  return sql(
    `select fingerprint, status, type, headers, created_at, ${textColumn('', 'body')} from idempotency_answers
     where org_id = $1 and key_hash = $2`,
    orgId,
    hash,
  )
}

function answerOf(db: Database, key: IdempotencyKey, row: Row): StoredAnswer {
  return {
    fingerprint: text(row, 'fingerprint'),
    status: integer(row, 'status'),
    type: text(row, 'type'),
    headers: JSON.parse(text(row, 'headers')),
    body: storedText(db, row, 'body', bodyPlace(key)),
  }
}

/**
 * How long a request may take before another may begin with its key
 * (docs/contract.md#idempotency-key).
 */
const markMs = 60_000
/** Older marks expire by themselves. */
const abandonedMax = 10_000
/** Marks that a request may replace. With more losses in a row it waits until the mark expires. */
const formerMax = 2

function nameOf({ orgId, hash }: IdempotencyKey): string {
  return `${orgId} ${hash}`
}

/**
 * Faults that are planted into our code, one at a time, to prove that the simulation sees such a
 * fault. `from` stands exactly once in its file; a test looks.
 */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const send = 'src/exchange/worker/send.ts'
const worker = 'src/exchange/worker/worker.ts'
const leg = 'src/exchange/legs/leg.ts'
const again = 'src/exchange/legs/try-again.ts'
const settle = 'src/store/legs/settle-legs.ts'
const remove = 'src/store/keeping/remove-content.ts'
const expired = 'src/store/keeping/remove-expired.ts'
const restore = 'src/store/after-restore.ts'
const idempotency = 'src/store/requests/idempotency.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'sends again at the first "no record"',
    file: send,
    from: 'if (!answer.isFinal) {',
    to: 'if (false) {',
  },
  {
    name: 'counts a key as stored before the commit',
    file: 'src/application/once.ts',
    from: 'return { key, mark, answer, now: now(), onCommit }',
    to: 'onCommit(); return { key, mark, answer, now: now(), onCommit }',
  },
  {
    name: 'waits a minute for a late record',
    file: worker,
    from: 'absenceMs: 600_000',
    to: 'absenceMs: 60_000',
  },
  {
    name: 'believes an absence across a jump of the clock',
    file: send,
    from: 'absentAt === undefined || absentAt < clock.steadySince()',
    to: 'absentAt === undefined',
  },
  {
    name: 'starts a submit that outlasts its lease',
    file: send,
    from: "    if (timeLeftMs(parts, leg) <= 0) return unsent(false, 'Too little of the lease was left to start')\n    if (again",
    to: '    if (again',
  },
  {
    name: 'sends again without a record of it',
    file: send,
    from: 'if (missing !== undefined) return missing',
    to: '',
  },
  {
    name: 'a lapsed leg is not in doubt',
    file: worker,
    from: "const interrupted: Outcome = { kind: 'unknown'",
    to: "const interrupted: Outcome = { kind: 'transient'",
  },
  {
    name: 'lapsed legs are forgotten',
    file: worker,
    from: 'lapsed.map((leg) => this.#takeOver(leg))',
    to: '[]',
  },
  {
    name: 'a worker settles what it has lost',
    file: worker,
    from: 'fresh.leaseOwner === leg.leaseOwner && fresh.leaseUntil === leg.leaseUntil',
    to: 'true',
  },
  {
    name: 'a timeout leaves no doubt',
    file: again,
    from: "['unknown', 'underway', 'unconfirmed'].includes(outcome.kind)",
    to: "['underway', 'unconfirmed'].includes(outcome.kind)",
  },
  {
    name: 'a reset leaves no doubt',
    file: again,
    from: 'return leg.inDoubt || outcome.hasMaybeLeft',
    to: 'return leg.inDoubt',
  },
  {
    name: 'an outage ends the doubt',
    file: again,
    from: 'return leg.inDoubt || outcome.hasMaybeLeft',
    to: 'return outcome.hasMaybeLeft',
  },
  {
    name: 'the operator sends without a question',
    file: leg,
    from: "status: 'RETRYING', inDoubt: true, nextAttemptAt: moment.now",
    to: "status: 'RETRYING', inDoubt: false, nextAttemptAt: moment.now",
  },
  {
    name: 'a later status changes an ended leg',
    file: leg,
    from: 'APPROVED: { ...storesFacts, ...verdictNoted }',
    to: 'APPROVED: { ...storesFacts, ...verdictCounts }',
  },
  {
    name: 'the clock decides which report is the latest',
    file: 'src/store/legs/reports.ts',
    from: 'case when cast($3 as bigint) > l.created_at then cast($3 as bigint) else l.created_at + 1 end',
    to: 'cast($3 as bigint)',
  },
  {
    name: 'a document that the network refused is not withdrawn',
    file: 'src/exchange/legs/apply.ts',
    from: "(change.status === 'REJECTED' || change.status === 'FAILED')",
    to: "change.status === 'REJECTED'",
  },
  {
    name: 'what the authority never got is withdrawn',
    file: 'src/exchange/reports/withdrawals.ts',
    from: "if (report.status === 'REJECTED' || report.status === 'FAILED') {",
    to: "if (report.status === 'REJECTED') {",
  },
  {
    name: 'an accepted withdrawal counts as an accepted report',
    file: 'src/store/legs/settled-legs.ts',
    from: "const isEnd = leg.report !== 'W' && change.status",
    to: 'const isEnd = change.status',
  },
  {
    name: 'an accepted repeated report is not in the feed',
    file: 'src/store/legs/settled-legs.ts',
    from: "!(leg.report === 'R' && change.status === 'REJECTED')",
    to: 'leg.report === undefined',
  },
  {
    name: 'a missing status is not marked',
    file: 'src/exchange/rounds.ts',
    from: 'const tasks = [this.#markOverdue(), ',
    to: 'const tasks = [',
  },
  {
    name: 'a settled leg keeps its lease',
    file: leg,
    from: "endsLease: happening.kind !== 'verdict',",
    to: 'endsLease: false,',
  },
  {
    name: 'a failed attempt is never due again',
    file: again,
    from: 'nextAttemptAt: isStalled ? undefined : moment.now',
    to: 'nextAttemptAt: true ? undefined : moment.now',
  },
  {
    name: 'a leg is settled without its fence',
    file: settle,
    from: 'transmission_uuid = new_uuid and mark = new_mark',
    to: "transmission_uuid = new_uuid and coalesce(new_mark, '') <> ''",
  },
  {
    name: 'a claimed leg has hardly a lease',
    file: 'src/store/legs/leg-queue.ts',
    from: 'mark = $6, updated_at = $3`',
    to: 'mark = $6, lease_until = $3 + 1, updated_at = $3`',
  },
  {
    name: 'anybody may judge a leg',
    file: 'src/exchange/inbound/judges.ts',
    from: "return isJudge ? 'judge' : 'stranger'",
    to: "return 'judge'",
  },
  {
    name: 'a status before the receipt counts',
    file: 'src/exchange/inbound/waiting-statuses.ts',
    from: 'if (beforeReceipt.has(leg.status)) return true',
    to: '',
  },
  {
    name: 'waiting statuses are never decided',
    file: 'src/exchange/rounds.ts',
    from: 'this.#decideWithdrawals(), this.#decideWaitingStatuses()]',
    to: 'this.#decideWithdrawals()]',
  },
  {
    name: 'the answer to a hold of all documents is stored behind it',
    file: 'src/store/keeping/organisation-holds.ts',
    from: '...keepAnswer(keep(stored)),',
    to: '',
  },
  {
    name: 'a stored answer is not replayed',
    file: idempotency,
    from: "if (answer === undefined || integer(answer, 'created_at') > now - answerMs) return { isMarked, answer }",
    to: 'if (answer === undefined) return { isMarked, answer }',
  },
  {
    name: 'a conflict with its own earlier attempt is answered',
    file: 'src/application/once.ts',
    from: "return first === undefined ? { kind: 'done', result } : repeated(key, first)",
    to: "return { kind: first === undefined ? 'done' : 'done', result }",
  },
  {
    name: 'an unknown outcome is called nothing done',
    file: 'src/api/answer/error-shape.ts',
    from: "if (error instanceof OutcomeUnknown) return new Fault('outcome_unknown')",
    to: '',
  },
  {
    name: 'a sequence skips a number',
    file: 'src/store/documents/add-document.ts',
    from: 'do update set last = sequences.last + 1 returning last',
    to: 'do update set last = sequences.last + 1 + (sequences.last % 5 = 0) returning last',
  },
  {
    name: 'a credit does not claim its part of the invoice',
    file: 'src/store/documents/invoice-credits.ts',
    from: 'values ($1, $2, $3, $4, $5, 0)`,',
    to: 'values ($1, $2, $3 + 1000 + (select count(*) from invoice_credits), $4, $5, 0)`,',
  },
  {
    name: 'a credit note of another request is forgotten',
    file: 'src/store/documents/invoice-credits.ts',
    from: 'then 1 else 0 end as counts',
    to: 'then 0 else 0 end as counts',
  },
  {
    name: 'two corrections of one document',
    file: 'src/store/documents/revise-document.ts',
    from: "case when revision = $4 and overall_status = 'VALIDATION_FAILED' and removed_at is null then revision + 1 end,",
    to: 'case when $4 >= 0 then revision + 1 end,',
  },
  {
    name: 'the chain names another link',
    file: 'src/store/documents/chain.ts',
    from: 'p on p.org_id = d.org_id and p.sequence + 1 = d.sequence',
    to: 'p on p.org_id = d.org_id and p.sequence + 2 = d.sequence',
  },
  {
    name: 'documents of other organisations are found',
    file: 'src/store/documents/find-document.ts',
    from: 'where d.org_id = $1 and d.family = $2 and d.id = $3`,\n      orgId,\n      family,\n      id,\n    ),\n  )\n  if (row === undefined) return undefined\n  requireContent(id, row)\n  const document',
    to: "where $1 <> '' and d.family = $2 and d.id = $3`,\n      orgId,\n      family,\n      id,\n    ),\n  )\n  if (row === undefined) return undefined\n  requireContent(id, row)\n  const document",
  },
  {
    name: 'the feed gives a place twice',
    file: 'src/store/log/feed.ts',
    from: '(select feed_position from entries where org_id = $1 and feed_position >= feed_heads.last',
    to: '(select feed_position - 1 from entries where org_id = $1 and feed_position >= feed_heads.last',
  },
  {
    name: 'a webhook skips an event',
    file: 'src/features/webhooks/dispatcher.ts',
    from: '{ position: last.position, wanted }',
    to: '{ position: last.position + (last.position % 7 === 0 ? 1 : 0), wanted }',
  },
  {
    name: 'an answer of 410 uses up an attempt',
    file: 'src/features/webhooks/attempt.ts',
    from: "attempts: attempts - 1, status: 'PENDING', nextAttemptAt: now, target: 'failed', disable }",
    to: "status: 'PENDING', nextAttemptAt: now, target: 'failed', disable }",
  },
  {
    name: 'an event that was answered 410 is given up',
    file: 'src/features/webhooks/attempt.ts',
    from: "status: 'PENDING', nextAttemptAt: now, target: 'failed', disable }",
    to: "status: 'FAILED', nextAttemptAt: null, target: 'failed', disable }",
  },
  {
    name: 'a lapsed delivery of a webhook is forgotten',
    file: 'src/features/webhooks/dispatcher.ts',
    from: '      await this.#releaseLapsed(now)\n',
    to: '',
  },
  {
    name: 'a webhook is delivered without its fence',
    file: 'src/features/webhooks/event-rows.ts',
    from: 'where org_id = $1 and id = $2 and mark = $3 returning id',
    to: 'where org_id = $1 and id = $2 and $3 is not null returning id',
  },
  {
    name: 'the gate keeps what it took',
    file: 'src/api/gate/pass.ts',
    from: 'if (!this.#hasLeft || this.#working > 0) return',
    to: 'if (this.#hasLeft || this.#working > 0) return',
  },
  {
    name: 'a document with a refused leg is approved',
    file: leg,
    from: "const verdictCounts = { accepted: 'APPROVED', rejected: 'REJECTED' }",
    to: "const verdictCounts = { accepted: 'APPROVED', rejected: 'APPROVED' }",
  },
  {
    name: 'a mail whose answer is lost is sent again',
    file: 'src/features/notices/deliver.ts',
    from: "becomes: 'UNCERTAIN', now, hour })",
    to: "becomes: 'WAITING', now, retry: { dueAt: now + 60_000, isAttempt: true } })",
  },
  {
    name: 'a stalled leg is news for nobody',
    file: 'src/features/notices/gather.ts',
    from: '...legs.map(stalledEvent), ',
    to: '',
  },
  {
    name: 'a mail of a dead instance is sent again',
    file: 'src/features/notices/notice-turns.ts',
    from: "update notices set status = 'UNCERTAIN', updated_at = $3",
    to: "update notices set status = 'WAITING', mail_id = null, updated_at = $3",
  },
  {
    name: 'a removal overlooks the hold of a document',
    file: remove,
    from: 'sequence = case when removed_at is null and held_at is null and issue_date',
    to: 'sequence = case when removed_at is null and issue_date',
  },
  {
    name: 'a removal overlooks the hold of all documents',
    file: remove,
    from: 'r.removes = 1 and r.held_at is null and r.years = $6',
    to: 'r.removes = 1 and r.years = $6',
  },
  {
    name: 'a removal goes by earlier settings',
    file: remove,
    from: 'r.removes = 1 and r.held_at is null and r.years = $6',
    to: 'r.held_at is null and $6 > 0',
  },
  {
    name: 'a removal overlooks the day of the creation',
    file: expired,
    from: 'time: startOfGulfDay(day) }',
    to: 'time: now }',
  },
  {
    name: 'a retention ends a year early',
    file: expired,
    from: '- years}-01-01`',
    to: '- years + 1}-01-01`',
  },
  {
    name: 'a removal overlooks open legs',
    file: remove,
    from: `in ('PENDING', 'SENDING', 'RETRYING', 'STALLED')`,
    to: `in ('PENDING', 'SENDING', 'RETRYING')`,
  },
  {
    name: 'a release does not look for removals again',
    file: 'src/store/keeping/document-holds.ts',
    from: '    ...lookAgain(orgId),\n',
    to: '',
  },
  {
    name: 'a removal keeps the statuses',
    file: remove,
    from: 'sql(`delete from leg_statuses where',
    to: 'sql(`delete from leg_statuses where false and',
  },
  {
    name: 'a removal takes the log along',
    file: remove,
    from: "update entries set message = '' where",
    to: 'delete from entries where',
  },
  {
    name: 'all is counted as removed although a setting changed',
    file: 'src/store/keeping/retentions.ts',
    from: "where org_id = $1 and mark = $3', orgId, day, mark))",
    to: "where org_id = $1 and $3 is not null', orgId, day, mark))",
  },
  {
    name: 'removed content is answered',
    file: 'src/store/documents/content-removed.ts',
    from: 'if (removedAt !== undefined) throw',
    to: 'if (removedAt === -1) throw',
  },
  {
    name: 'a restored database sends without a question',
    file: restore,
    from: 'set in_doubt = 1, absent_at = null where',
    to: 'set in_doubt = in_doubt where',
  },
  {
    name: 'a restored database deals its numbers again',
    file: restore,
    from: 'set last = number_blocks.last + excluded.last`',
    to: 'set last = number_blocks.last + 0 * excluded.last`',
  },
  {
    name: 'spare numbers outlive a restore',
    file: restore,
    from: "sql('delete from spare_numbers where org_id = $1', orgId),",
    to: '',
  },
  {
    name: 'a cursor from before a restore stays good',
    file: 'src/feed/feed.ts',
    from: 'isSame(cursorOf(own), cursor)',
    to: 'own.position === cursor.position',
  },
  {
    name: 'an event of a lost document lends its id to another',
    file: 'src/feed/cursor.ts',
    from: 'entryId({ orgId, id, documentId, at }: EntryIdentity): string {',
    to: 'entryId({ orgId, id, documentId }: EntryIdentity): string { const at = 0',
  },
  {
    name: 'packing mixes up two texts',
    file: 'src/store/keeping/pack-older.ts',
    from: "request: olderText(row, 'request'),",
    to: "request: olderText(row, 'answer'),",
  },
  {
    name: 'packing loses the report',
    file: 'src/store/keeping/pack-older.ts',
    from: "report: reported === undefined ? null : text(reported, 'document_xml'),",
    to: 'report: null,',
  },
]

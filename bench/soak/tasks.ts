import { randomBytes, randomUUID } from 'node:crypto'
import { type Family, families } from '@selfbill/pint-ae/document'
import {
  aBuyer,
  aCustomer,
  aLine,
  anAddress,
  aSupplier,
  jsonOf,
  type Members,
  requests,
} from '../../test/support/requests/requests.ts'
import type { Called, Caller, Creation } from './caller.ts'

/** The tasks of a client over a working day, each with its share of about a hundred. */
const tasks: readonly Task[] = [
  task('create', 30, (caller) => create(caller, anyFamily())),
  task('create 200 lines', 1, (caller) =>
    create(caller, anyFamily(), { document_lines: lines(200) }, 'create 200 lines'),
  ),
  task('create attached', 2, (caller) =>
    create(caller, anyFamily(), { attachments: [anAttachment()] }, 'create attached'),
  ),
  task('create refused', 4, (caller) => refused(caller)),
  task('dry run', 4, (caller) => dryRun(caller)),
  task('malformed', 1, (caller) => malformed(caller)),
  task('broken', 3, (caller) => broken(caller)),
  task('correct', 3, (caller) => correct(caller)),
  task('credit', 3, (caller) => credit(caller)),
  task('twice', 2, (caller) => twice(caller)),
  task('batch', 1, (caller) => batch(caller)),
  task('list', 8, (caller) => list(caller)),
  task('ids of a day', 1, (caller) =>
    caller.call('ids of a day', 'GET', `/api/${anyFamily()}/uuids?created_on=${new Date().toISOString().slice(0, 10)}`),
  ),
  ...Object.entries({
    retrieve: 10,
    'peppol-status': 8,
    'peppol-status-logs': 4,
    xml: 1,
    html: 2,
    pdf: 0.5,
    evidence: 1,
    revisions: 1,
  }).map(([part, share]) => task(part, share, (caller) => read(caller, part))),
  task('events', 2, (caller) => caller.call('events', 'GET', '/api/events?limit=100')),
  task('hang up', 1, (caller) => hangUp(caller)),
  task('token', 2, (caller) => token(caller)),
  task('unknown token', 1, (caller) => unknownToken(caller)),
  task('unknown path', 1, (caller) => unknownPath(caller)),
  task('profile', 0.5, (caller) => profile(caller)),
  task('webhooks', 1, (caller) => caller.call('webhooks', 'GET', '/api/webhooks')),
  task('rules', 1, (caller) => caller.call('rules', 'GET', '/api/rules?severity=fatal')),
]

/** Picks a task by its share. */
export function anyTask(): Task | undefined {
  let left = Math.random() * tasks.reduce((sum, { share }) => sum + share, 0)
  return tasks.find(({ share }) => {
    left -= share
    return left < 0
  })
}

export interface Task {
  readonly kind: string
  readonly share: number
  do(caller: Caller): Promise<unknown>
}

function task(kind: string, share: number, act: Task['do']): Task {
  return { kind, share, do: act }
}

function anyOf<One>(all: readonly [One, ...One[]]): One {
  return all[Math.floor(Math.random() * all.length)] ?? all[0]
}

function anyFamily(): Family {
  return anyOf(families)
}

function lines(count: number): readonly Members[] {
  return Array.from({ length: count }, (_, at) => aLine({ name: `Bracket ${at}`, quantity: 1 + (at % 9) }))
}

function anAttachment(): Members {
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(40_000)])
  return { file_name: 'delivery.pdf', file_type: 'application/pdf', file_content: content.toString('base64') }
}

/** The other party, with the given differences. */
function other(family: Family, overrides: Members): Members {
  return family.startsWith('purchase')
    ? { accounting_supplier_party: aSupplier(overrides) }
    : { accounting_customer_party: aCustomer(overrides) }
}

const pathOf = (caller: Caller, family: string) => `/api/${family}/${caller.tenant.profileId}`

async function create(caller: Caller, family: Family, overrides: Members = {}, kind = 'create'): Promise<void> {
  const body = jsonOf(requests[family](overrides))
  const answer = await caller.call(kind, 'POST', pathOf(caller, family), { body, expected: [201] })
  const made = keep(caller, family, answer)
  if (made && kind === 'create' && family.endsWith('invoices')) caller.creditable.push(made)
}

function keep(caller: Caller, family: string, { status, text }: Called): Creation | undefined {
  if (status !== 201) return undefined
  const { id, document_sequence: sequence } = JSON.parse(text)
  const made = { family, id, sequence }
  caller.created.push(made)
  return made
}

/**
 * Scenarios that end every leg: C3 or the authority rejects, answers twice, fails, or sends no
 * answer.
 */
const endpoints = ['011', '012', '013', '021', '022', '023', '032', '033', '034', '041', '043', '044', '049'] as const

function refused(caller: Caller): Promise<void> {
  const family = anyFamily()
  return create(caller, family, other(family, { endpoint_id: `1000000${anyOf(endpoints)}` }), 'create refused')
}

async function dryRun(caller: Caller): Promise<void> {
  const family = anyFamily()
  const body = jsonOf(requests[family]({ document_lines: lines(10) }))
  await caller.call('dry run', 'POST', `${pathOf(caller, family)}?dry_run=true`, { body })
}

async function malformed(caller: Caller): Promise<void> {
  const family = anyFamily()
  const body = anyOf(['{"issue_date": ', jsonOf(requests[family]({ issue_date: randomUUID(), [randomUUID()]: 1 }))])
  await caller.call('malformed', 'POST', pathOf(caller, family), { body, expected: [400] })
}

async function broken(caller: Caller): Promise<void> {
  const family = anyFamily()
  const body = jsonOf(requests[family](other(family, { postal_address: anAddress({ country_subentity: 'Dubai' }) })))
  const answer = await caller.call('broken', 'POST', pathOf(caller, family), { body, expected: [201] })
  const made = keep(caller, family, answer)
  if (made) caller.broken.push(made)
}

async function correct(caller: Caller): Promise<void> {
  const of = caller.broken.shift()
  const family = families.find((known) => known === of?.family)
  if (of === undefined || family === undefined) return
  const body = jsonOf(requests[family]({ note: 'Corrected' }))
  await caller.call('correct', 'PUT', `/api/${family}/${of.id}/${caller.tenant.profileId}`, { body })
}

async function credit(caller: Caller): Promise<void> {
  const of = caller.creditable.shift()
  if (of === undefined) return
  const body = jsonOf({ discrepancy_response: 'DL8.61.1.D', reason: 'Bent', lines: [{ line: 1, quantity: 1 }] })
  const answer = await caller.call('credit', 'POST', `/api/${of.family}/${of.id}/credit-notes`, {
    body,
    expected: [201],
  })
  keep(caller, of.family.replace('invoices', 'credit-notes'), answer)
}

/** Sends the same request twice: it must make one document. */
async function twice(caller: Caller): Promise<void> {
  const family = anyFamily()
  const body = jsonOf(requests[family]())
  const once = () =>
    caller.call('twice', 'POST', pathOf(caller, family), { body, expected: [201], headers: { 'idempotency-key': key } })
  const key = randomUUID()
  const first = await once()
  const again = await once()
  keep(caller, family, first)
  if (first.text !== again.text) caller.trouble(`the second answer for ${key} differs from the first`)
}

async function batch(caller: Caller): Promise<void> {
  const family = anyFamily()
  const body = Array.from({ length: 10 }, () => jsonOf(requests[family]())).join('\n')
  const answer = await caller.call('batch', 'POST', `${pathOf(caller, family)}/batch`, {
    body,
    type: 'application/x-ndjson',
  })
  if (answer.status !== 200) return
  for (const line of answer.text.trim().split('\n')) {
    const result = JSON.parse(line)
    if (result.status !== 201) caller.trouble(`a line of a batch: ${line.slice(0, 300)}`)
    keep(caller, family, { status: result.status, text: JSON.stringify(result.body) })
  }
}

async function list(caller: Caller): Promise<void> {
  const family = anyFamily()
  const of = caller.created.filter((made) => made.family === family)
  const behind = caller.any(of)
  const query = anyOf([
    'size=20',
    'size=20&page=3',
    'size=20&status=APPROVED',
    'size=20&status=REJECTED',
    'size=20&billed_by_name=gulf',
    'size=20&document_date=2026-07-15',
    'size=20&billed_to_vat=100876543200003',
    ...(behind ? [`size=20&before=${behind.id}`] : []),
  ])
  await caller.call(`list ${query.split('&')[1]?.split('=')[0] ?? 'newest'}`, 'GET', `/api/${family}?${query}`)
}

async function read(caller: Caller, part: string): Promise<void> {
  const of = caller.any()
  if (of === undefined) return
  // A document that failed its rules has no status yet.
  const expected = part === 'peppol-status' ? [200, 404] : [200]
  const path = `/api/${of.family}/${of.id}${part === 'retrieve' ? '' : `/${part}`}`
  await caller.call(part, 'GET', path, { expected })
}

/** A long poll whose client goes away. The organisation's own reader uses the other slots. */
async function hangUp(caller: Caller): Promise<void> {
  const signal = AbortSignal.timeout(Math.round(20 + Math.random() * 200))
  await caller.call('hang up', 'GET', '/api/events?since=latest&wait=20', { signal, expected: [200, 429] })
}

/** Fetches a new token and uses it once, or asks with a wrong secret. */
async function token(caller: Caller): Promise<void> {
  const form = { body: 'grant_type=client_credentials', type: 'application/x-www-form-urlencoded' }
  const authorization = `Basic ${caller.credentials}`
  const asked = await caller.call('token', 'POST', '/oauth/token', { ...form, headers: { authorization } })
  if (asked.status !== 200) return
  await caller.call('first use', 'GET', '/api/events?limit=1', { token: JSON.parse(asked.text).access_token })
  const wrong = `Basic ${Buffer.from(`${randomUUID()}:${randomUUID()}`).toString('base64')}`
  await caller.call('wrong secret', 'POST', '/oauth/token', {
    ...form,
    headers: { authorization: wrong },
    expected: [401],
  })
}

async function unknownToken(caller: Caller): Promise<void> {
  const part = () => randomBytes(24).toString('base64url')
  const [head, claims, signature = ''] = caller.tenant.token.split('.')
  const token = anyOf([`${part()}.${part()}.${part()}`, `${head}.${claims}.${signature.slice(8)}${part()}`])
  await caller.call('unknown token', 'GET', '/api/webhooks', { token, expected: [401] })
}

async function unknownPath(caller: Caller): Promise<void> {
  const path = anyOf([`/api/${anyFamily()}/${randomUUID()}`, `/${randomUUID()}`])
  await caller.call('unknown path', 'GET', path, { expected: [404] })
}

async function profile(caller: Caller): Promise<void> {
  const telephone = `+971 2 555 ${Math.floor(1000 + Math.random() * 9000)}`
  const body = jsonOf(aBuyer({ telephone }))
  await caller.call('profile', 'PUT', `/api/business-profiles/${caller.tenant.profileId}`, { body })
}

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { literalsIn } from '../support/source-literals.ts'

// Every SQL statement filters by organisation. The test reads every text in src that names a table,
// also parts of a statement that other code completes. The exceptions are listed below, with their
// reasons.

const ofTheBatch = 'each leg of a batch names its own organisation, from the state that was read'

/** File → how the text begins → why it has no organisation. */
const exempt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'store/after-restore.ts': {
    'select count(*) as legs from legs': 'a restore concerns all organisations',
    'delete from spare_numbers': 'a restore concerns all organisations',
    'update legs set in_doubt = 1': 'a restore concerns all organisations',
    'insert into number_blocks (org_id, family, last) select o.id': 'a restore concerns all organisations',
    'select transmission_uuid from legs where transmission_uuid in':
      'the access point names only transmissions, whose UUIDs are unique',
  },
  'store/documents/chain.ts': {
    'select c.*, §': 'check walks the documents of all organisations, one after the other',
  },
  'store/accounts/clients.ts': {
    'select §, (select o.compatibility from organisations o':
      'a token request names only its client, whose id is unique',
  },
  'store/accounts/client-secrets.ts': {
    'update clients set sealed_secret = null, previous_sealed_secret = null where (sealed_secret is not null':
      'unused signing secrets are deleted in all organisations',
    'update clients set previous_sealed_secret = null where': 'unused signing secrets are deleted in all organisations',
  },
  'store/documents/document-filter.ts': {
    'join billing_references b on §': 'the condition in the hole begins with b.org_id = d.org_id',
  },
  'store/documents/document-list.ts': {
    'select §, § + § as text_bytes': 'd is a selection of documents of one organisation; it is in the hole',
  },
  'store/documents/lock-document.ts': {
    'select d.id from documents d where (d.org_id, d.id) in':
      'the worker locks the documents of the legs it has just taken, of all organisations',
  },
  'store/log/new-entries.ts': {
    '(select coalesce(max(n.id), 0) + 1 from entries n': 'the holes name a document of the statement around this text',
  },
  'store/outages.ts': {
    'insert into outage_documents (org_id, outage_id, documents) select':
      'an outage stops the legs of all organisations',
    'select o.*, cast(coalesce((select sum(d.documents)': 'operators see the outages of the whole service',
  },
  'store/requests/answered-requests.ts': {
    'with aged as (select org_id, id from requests': 'requests a week old are deleted in all organisations',
  },
  'store/requests/idempotency.ts': {
    'with aged as (select p.org_id, p.owner, p.name, p.part from idempotency_answers a':
      'answers a day old are deleted in all organisations',
    'with aged as (select org_id, key_hash from idempotency_answers':
      'answers a day old are deleted in all organisations',
    'with aged as (select org_id, key_hash from idempotency_marks': 'expired marks are deleted in all organisations',
  },
  'store/legs/settle-legs.ts': {
    'select d.id from § join documents d on d.org_id = settled_org': ofTheBatch,
    'select l.transmission_uuid from § join legs l on l.org_id = settled_org': ofTheBatch,
    'update legs set lease_owner = case settled_ends_lease': ofTheBatch,
    'join legs l on l.org_id = settled_org': ofTheBatch,
    'from legs where org_id = settled_org': ofTheBatch,
    'update documents set participant_status = case when §': ofTheBatch,
    'insert into entries (org_id, document_id, id, transmission_uuid, event, message, at, revision': ofTheBatch,
    'insert into entries (org_id, document_id, id, event, message, at, revision': ofTheBatch,
  },
  'store/legs/leg-queue.ts': {
    'insert into entries (org_id, document_id, id, transmission_uuid, event, message, at) select l.org_id':
      'the worker reads the legs it has just claimed, of all organisations',
    'select l.*, §': 'the worker reads the legs it has just claimed, of all organisations',
    'select § from legs where lease_until <= $1': 'the worker takes over the legs of a dead one, in all organisations',
    'select § from legs where lease_until is not null and lease_owner = $1':
      'the worker gives back its legs, of all organisations',
    '$6 - (select count(*) from legs taken': 'the worker reads the legs it has just claimed, of all organisations',
    'select org_id, transmission_uuid from legs where §':
      'the worker serves all organisations; the hole names the one whose turn it is',
    "update legs set status = 'SENDING'": 'the worker serves all organisations',
  },
  'store/legs/leg-causes.ts': {
    'select § from legs l where § order by': 'the organisation is in the hole; an operator may leave it out',
    'select min(l.cause) from legs l where §': 'the organisation is in the hole; an operator may leave it out',
    'select count(*) as counted from (select 1 from legs l where §':
      'the organisation is in the hole; an operator may leave it out',
    'select l.org_id, l.transmission_uuid, l.document_id':
      'the organisation is in the hole; an operator may leave it out',
  },
  'store/overview/overview-filter.ts': {
    "(l.report is null or l.report = 'R')": 'l is a leg of the statement around this text',
  },
  'store/legs/leg-turns.ts': {
    'coalesce( (select l.org_id from legs l': 'finds the organisations that have waiting legs',
    'select org_id, (select l.next_attempt_at from legs l': 'finds the organisations that have waiting legs',
  },
  'store/legs/legs.ts': {
    'select § from legs where transmission_uuid in (select key':
      'a status names only transmissions, whose UUIDs are unique',
    'select § from legs where transmission_uuid = $1':
      'a status from the network names only the transmission, whose UUID is unique',
  },
  'store/accounts/organisations.ts': {
    'select § from organisations where name = $1': 'operators call organisations by name',
    'select § from organisations order by name': 'operators list organisations',
  },
  'store/legs/open-legs.ts': {
    'select access_point, cast(sum(legs) as bigint)': 'counts what each access point still has to do, for the operator',
  },
  'store/legs/overdue-legs.ts': {
    'with due as ( select org_id, transmission_uuid from legs':
      'the worker finds the overdue legs of all organisations',
    'insert into entries (org_id, document_id, id, transmission_uuid, event, message, at) select l.org_id':
      'the worker logs the legs it has just found overdue, of all organisations',
  },
  'store/queue-figures.ts': {
    'select count(*) § c3': 'figures of the whole queue, for the operator',
    'select count(*) filter (where next_attempt_at <= $1) as due':
      'figures of all deliveries to webhooks, for the operator',
  },
  'store/legs/reports.ts': {
    'select o.id from organisations o where exists': 'an operator names only a document; this finds its organisation',
  },
  'store/legs/stalled-legs.ts': {
    "select § from legs where status = 'STALLED' and document_id = $1":
      'an operator names only a document, whose id is unique',
  },
  'store/notices/gather-notices.ts': {
    'select o.id, c.org_id, c.position': 'the service gathers notices for all organisations',
    'delete from notice_cursors where not exists': 'cursors that nobody needs go, in every organisation',
  },
  'store/notices/notice-mails.ts': {
    'with aged as (select org_id, user_id, event_key from notices': 'what is a month old goes, in every organisation',
  },
  'store/notices/notice-turns.ts': {
    'with due as (select org_id, user_id from notice_turns': 'the service writes to the people of all organisations',
    'select due_at from notice_turns': 'the service writes to the people of all organisations',
    'select org_id, user_id from notice_turns where lease_until': 'an instance takes over what a dead one left',
  },
  'store/people/audit.ts': {
    'with aged as (select org_id, id from audit_entries': 'entries five years old are deleted in all organisations',
  },
  'store/people/sessions.ts': {
    'from login_links l where l.hash = $1': 'a link names only its secret, which is unique',
    'update login_links set used_at = $2': 'a link names only its secret, which is unique',
    'insert into audit_entries (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, detail) select':
      'the organisation is that of the link or the session, whose ids are unique',
    'select s.id as session_id': 'a cookie names only its secret, which is unique',
    'delete from sessions where §': 'a signed-in person names a session or the own account, whose ids are unique',
    'delete from sessions where expires_at': 'expired sessions are deleted in all organisations',
    'delete from login_links where expires_at': 'expired links are deleted in all organisations',
  },
  'store/people/users.ts': {
    'select § from users where email = $1': 'a provider names a person, and no organisation',
    'select § from users where oidc_issuer = $1': 'a provider names a person, and no organisation',
  },
  'store/webhooks/test-delivery.ts': {
    'left join entries e on': 'q is a delivery of the statement around this text',
  },
  'store/webhooks/webhook-deliveries.ts': {
    'with aged as (select org_id, webhook_id, position, at, mark from webhook_attempts':
      'attempts a month old are deleted in all organisations',
    'with aged as (select org_id, webhook_id, position from webhook_deliveries':
      'deliveries a month old are deleted in all organisations',
  },
  'store/webhooks/claim-deliveries.ts': {
    'select lease_until from webhook_deliveries':
      'the dispatcher takes over the deliveries of a dead one, in all organisations',
    'update webhook_deliveries set next_attempt_at = $1':
      'the dispatcher takes over the deliveries of a dead one, in all organisations',
  },
  'store/webhooks/webhook-work.ts': {
    'select w.org_id, w.id, w.position': 'the dispatcher serves all organisations',
  },
  'store/legs/withdrawals.ts': {
    'not exists (select 1 from legs n': 'r is a leg of the statement around this text, in the same organisation',
    "select § from legs where report = 'W' and status = 'PENDING'":
      'the worker finds the withdrawals of all organisations that can be decided',
  },
}

/** Tables without an organisation. */
const nobodys: Readonly<Record<string, string>> = {
  migrations: 'the schema of the database belongs to the service',
  signing_keys: 'the service signs the tokens of all organisations',
  rate_windows: 'counted by account, which names its organisation',
  long_polls: 'counted by account, which names its organisation',
  sandbox_transmissions: 'the sandbox knows only transmissions, whose UUIDs are unique',
  readiness: 'one row of padding, which readiness checks replace',
  outages: 'an outage is of the whole service; outage_documents names the organisations',
  outage_turn: 'holds one row to be locked',
  notice_key: 'one key signs the unsubscribe tokens of all organisations',
  instances: 'an instance serves all organisations',
}

const root = new URL('../../', import.meta.url).pathname

const schema = readFileSync(join(root, 'migrations/schema.sqlite.sql'), 'utf8').replaceAll(/--.*$/gm, '')
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \(([\s\S]*?)\n\)/gm)].map(([, name = '', body = '']) => [name, body]),
)

test('every table of organisations has org_id as the first column of its key', () => {
  assert.ok(tables.size >= 20)
  const wrong = [...tables].filter(([name, body]) => {
    if (name === 'organisations' || name in nobodys) return false
    return !/primary key \(org_id[,)]|\borg_id text primary key/.test(body)
  })
  assert.deepEqual(
    wrong.map(([name]) => name),
    [],
  )
  assert.deepEqual(
    Object.keys(nobodys).filter((name) => !tables.has(name)),
    [],
    'there is no such table any more',
  )
})

test('every statement on such a table filters by the organisation', () => {
  const used = new Set<string>()
  const free: string[] = []
  for (const { file, text } of statements()) {
    const problem = problemOf(text)
    if (problem === undefined) continue
    const start = Object.keys(exempt[file] ?? {}).find((beginning) => text.startsWith(beginning))
    if (start === undefined) free.push(`src/${file}: ${problem}\n    ${text}`)
    else used.add(`${file}: ${start}`)
  }
  assert.deepEqual(free, [], 'take the organisation, or say here why not')
  const unused = Object.entries(exempt)
    .flatMap(([file, starts]) => Object.keys(starts).map((start) => `${file}: ${start}`))
    .filter((entry) => !used.has(entry))
  assert.deepEqual(unused, [], 'these need no exemption, or are gone')
})

test('statements on the tables of the service are in src/store', () => {
  const elsewhere = statements().filter(({ file }) => !file.startsWith('store/'))
  assert.deepEqual(
    elsewhere
      .flatMap(({ file, text }) => mentionsIn(text).map(({ table }) => `src/${file}: ${table}`))
      .filter((mention) => mention !== 'src/exchange/gateways/sandbox/ledger.ts: sandbox_transmissions'),
    [],
    'call an operation of the store',
  )
})

test('the scan finds violations in examples', () => {
  assert.ok(statements().length >= 100)
  const cases: readonly [string, boolean][] = [
    ['select id from documents where org_id = $1', true],
    ['select id from documents where id = $1', false],
    ['select id from documents where id = $1 order by org_id', false],
    ['update legs set status = $1 where transmission_uuid = $2', false],
    ['insert into legs (org_id, transmission_uuid) values ($1, $2)', true],
    ['insert into legs (transmission_uuid) values ($1)', false],
    ['select 1 from documents d join legs l on l.org_id = d.org_id and l.document_id = d.id where d.org_id = $1', true],
    ['select 1 from documents d join legs l on l.document_id = d.id where d.org_id = $1', false],
    ['select 1 from documents d join legs l on l.org_id = d.org_id where d.id = $1', false],
    ['select 1 from profiles where org_id = $1 and id = (select id from clients where id = $2)', false],
    ['select 1 from organisations where id = $1', true],
    ['select 1 from organisations', false],
    ['from documents where id = $1', false],
    ['select count(*) from signing_keys', true],
  ]
  for (const [text, isBound] of cases) assert.equal(problemOf(text) === undefined, isBound, text)
})

interface Text {
  /** Path below src. */
  readonly file: string
  /** The statement in one line. */
  readonly text: string
}

function statements(): readonly Text[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      literalsIn(readFileSync(join(root, 'src', file), 'utf8')).map((text) => ({
        file,
        text: text.replaceAll(/\s+/g, ' ').trim(),
      })),
    )
    .filter(({ text }) => mentionsIn(text).length > 0)
}

interface Mention {
  readonly table: string
  /** Undefined if its columns have no prefix. */
  readonly alias: string | undefined
  readonly isInsert: boolean
}

function mentionsIn(text: string): readonly Mention[] {
  const pattern =
    /\b(from|join|into|update) (\w+)(?:(?: as)? (?!(?:set|where|on|join|left|order|group|limit|union|values|select|from|returning|cross)\b)(\w+))?/g
  return [...text.matchAll(pattern)]
    .map(([, verb, table = '', alias]) => ({ table, alias, isInsert: verb === 'into' }))
    .filter(({ table }) => tables.has(table))
}

/** The problem of a text; undefined if every table in it is limited to an organisation. */
function problemOf(text: string): string | undefined {
  const mentions = mentionsIn(text).filter(({ table }) => !(table in nobodys))
  const inserted = mentions.filter(({ isInsert }) => isInsert)
  const columns = [...text.matchAll(/\binto \w+(?: as \w+)? ?\(([^)]*)\)/g)].map(([, list = '']) => list)
  const into = inserted.find(({ table }, at) => table !== 'organisations' && !/\borg_id\b/.test(columns[at] ?? ''))
  if (into) return `inserts into ${into.table} without org_id`
  const read = mentions.filter(({ isInsert }) => !isInsert)
  const bound = boundNames(text)
  // Without an alias, a prefix is the name of the table or absent.
  const bare = [...text.matchAll(/(?<![.\w])org_id = (\$[0-9]+|\w+\.org_id)/g)].length
  const bareId = /(?<![.\w])id = \$[0-9]+/.test(text)
  const unaliased = read.filter(({ table, alias }) => alias === undefined && !bound.has(table))
  const organisations = unaliased.filter(({ table }) => table === 'organisations')
  if (organisations.length > 0 && !bareId) return 'reads organisations without an id'
  if (unaliased.length - organisations.length > bare) {
    return `has ${unaliased.length - organisations.length} tables and holds ${bare} of them to an organisation`
  }
  const loose = read.find(({ alias }) => alias !== undefined && !bound.has(alias))
  return loose && `does not hold ${loose.alias} to an organisation`
}

/** The names whose organisation is a parameter, directly or through other names. */
function boundNames(text: string): ReadonlySet<string> {
  const bound = new Set(
    [...text.matchAll(/\b(\w+)\.(?:org_id|id) = \$[0-9]+/g)]
      .filter(([equality, name]) => equality.includes('.org_id') || isOrganisation(text, name ?? ''))
      .map(([, name = '']) => name),
  )
  const pairs = [...text.matchAll(/\b(\w+)\.(org_id|id) = (\w+)\.(org_id|id)\b/g)]
    .filter(([, left = '', own, right = '', other]) => {
      const isLeft = own === 'org_id' || isOrganisation(text, left)
      return isLeft && (other === 'org_id' || isOrganisation(text, right))
    })
    .map(([, left = '', , right = '']) => [left, right] as const)
  for (let before = -1; before !== bound.size; ) {
    before = bound.size
    for (const [left, right] of pairs) {
      if (bound.has(left)) bound.add(right)
      if (bound.has(right)) bound.add(left)
    }
  }
  return bound
}

function isOrganisation(text: string, name: string): boolean {
  return mentionsIn(text).some(({ table, alias }) => table === 'organisations' && (alias ?? table) === name)
}

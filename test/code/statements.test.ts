import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { literalsIn } from '../support/source-literals.ts'

// Every SQL statement takes the organisation. The test walks whatever text in src names a table,
// also a part of a statement that is put together elsewhere; what does not hold its organisation
// stands below, with the reason.

/** File → how the text begins → why it takes no organisation. */
const exempt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'store/after-restore.ts': {
    'select count(*) as legs from legs': 'a restore is of all organisations',
    'delete from spare_numbers': 'a restore is of all organisations',
    'update legs set in_doubt = 1': 'a restore is of all organisations',
    'insert into number_blocks (org_id, family, last) select o.id': 'a restore is of all organisations',
    'select transmission_uuid from legs where transmission_uuid in':
      'the access point names transmissions only, whose UUIDs are unique',
  },
  'store/documents/chain.ts': {
    'select c.*, §': 'check walks the documents of all organisations, one after the other',
  },
  'store/accounts/clients.ts': {
    'select §, (select o.compatibility from organisations o':
      'who asks for a token names its client only, whose id is unique',
    'update clients set sealed_secret = null, previous_sealed_secret = null where (sealed_secret is not null':
      'secrets that nobody may sign with go, whose ever they are',
    'update clients set previous_sealed_secret = null where':
      'secrets that nobody may sign with go, whose ever they are',
  },
  'store/documents/document-filter.ts': {
    'join billing_references b on §': 'what is put in here begins with b.org_id = d.org_id',
  },
  'store/documents/document-list.ts': {
    'select §, § + § as text_bytes': 'd is a selection of documents of one organisation, put in here',
  },
  'store/log/feed.ts': {
    'update events set feed_position = numbered.position': 'numbered are events of one organisation, by their key',
  },
  'store/requests/idempotency.ts': {
    'with aged as (select p.org_id, p.owner, p.name, p.part from idempotency_answers a':
      'what is a day old goes, whose ever it is',
    'with aged as (select org_id, key_hash from idempotency_answers': 'what is a day old goes, whose ever it is',
    'with aged as (select org_id, key_hash from idempotency_marks': 'what is a minute old goes, whose ever it is',
  },
  'store/legs/leg-queue.ts': {
    'insert into events (org_id, document_id, transmission_uuid, event, message, at) select org_id':
      'legs that the worker has just taken, of whichever organisation',
    'select l.*, §': 'legs that the worker has just taken, of whichever organisation',
    'select § from legs where lease_until <= $1': 'the worker takes over what a dead one left',
    'select § from legs where lease_until is not null and lease_owner = $1': 'the worker gives back what it has',
    '$6 - (select count(*) from legs taken': 'legs that the worker has just taken, of whichever organisation',
    'select org_id, transmission_uuid from legs where §':
      'the worker serves all organisations; whose turn it is stands in the hole',
    "update legs set status = 'SENDING'": 'the worker serves all organisations',
  },
  'store/legs/leg-turns.ts': {
    'coalesce( (select l.org_id from legs l': 'finds the organisations that have legs waiting',
    'select org_id, (select l.next_attempt_at from legs l': 'finds the organisations that have legs waiting',
  },
  'store/legs/legs.ts': {
    'select § from legs where transmission_uuid = $1':
      'a status from the network names the transmission only, whose UUID is unique',
  },
  'store/accounts/organisations.ts': {
    'select § from organisations where name = $1': 'operators call organisations by name',
    'select § from organisations order by name': 'operators list organisations',
  },
  'store/legs/overdue-legs.ts': {
    'with due as ( select org_id, transmission_uuid from legs': 'whichever legs are overdue',
    'insert into events (org_id, document_id, transmission_uuid, event, message, at) select org_id':
      'whichever legs were just found overdue',
  },
  'store/queue-figures.ts': {
    'select count(*) § c3': 'figures of the whole queue, for whoever runs the service',
    'select count(*) filter (where next_attempt_at <= $1) as due': 'the same of webhooks',
  },
  'store/legs/reports.ts': {
    'select o.id from organisations o where exists': 'an operator names a document only, and learns whose it is',
  },
  'store/legs/stalled-legs.ts': {
    "select § from legs where status = 'STALLED' and document_id = $1": 'an operator names a document only',
  },
  'store/webhooks/webhook-deliveries.ts': {
    'with aged as (select org_id, webhook_id, position, at, mark from webhook_attempts':
      'what is a month old goes, whose ever it is',
    'with aged as (select org_id, webhook_id, position from webhook_deliveries':
      'what is a month old goes, whose ever it is',
  },
  'store/webhooks/webhook-queue.ts': {
    'select w.org_id, w.id, w.position': 'the dispatcher serves all organisations',
    'select lease_until from webhook_deliveries': 'the dispatcher takes over what a dead one left',
    'update webhook_deliveries set next_attempt_at = $1': 'the dispatcher takes over what a dead one left',
  },
  'store/legs/withdrawals.ts': {
    'not exists (select 1 from legs n': 'r is a leg of the statement this is put into',
    "select § from legs where report = 'W' and status = 'PENDING'": 'whichever withdrawals may go now',
  },
}

/** Tables that no organisation owns. */
const nobodys: Readonly<Record<string, string>> = {
  migrations: 'what the database is made of',
  signing_keys: 'the service signs for everybody',
  rate_windows: 'counted by account, which names its organisation',
  long_polls: 'counted by account',
  sandbox_transmissions: 'the make-believe network: it knows transmissions only',
  readiness: 'holds one row that says nothing',
}

const root = new URL('../../', import.meta.url).pathname

const schema = readFileSync(join(root, 'migrations/schema.sqlite.sql'), 'utf8').replaceAll(/--.*$/gm, '')
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \(([\s\S]*?)\n\)/gm)].map(([, name = '', body = '']) => [name, body]),
)

test('every table of organisations has org_id as the first column of its key', () => {
  assert.ok(tables.size >= 20)
  const strange = [...tables].filter(([name, body]) => {
    if (name === 'organisations' || name in nobodys) return false
    // Events are told in their own order; their organisation has an index.
    return !/primary key \(org_id[,)]|\borg_id text primary key/.test(body) && name !== 'events'
  })
  assert.deepEqual(
    strange.map(([name]) => name),
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
  /** Below src. */
  readonly file: string
  /** In one line. */
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
  /** Undefined: its columns go by their bare names. */
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

/** What is wrong with a text, undefined when every table in it is held to an organisation. */
function problemOf(text: string): string | undefined {
  const mentions = mentionsIn(text).filter(({ table }) => !(table in nobodys))
  const inserted = mentions.filter(({ isInsert }) => isInsert)
  const columns = [...text.matchAll(/\binto \w+(?: as \w+)? ?\(([^)]*)\)/g)].map(([, list = '']) => list)
  const into = inserted.find(({ table }, at) => table !== 'organisations' && !/\borg_id\b/.test(columns[at] ?? ''))
  if (into) return `inserts into ${into.table} without org_id`
  const read = mentions.filter(({ isInsert }) => !isInsert)
  const bound = boundNames(text)
  // A table without another name is called by its own, or by nothing.
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

/** The names whose organisation is a parameter, directly or through others. */
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

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { crossings } from '../../src/store/database/crossings.ts'
import { ages } from '../../src/store/database/delete-aged.ts'
import { literalsIn } from '../support/source-literals.ts'

// Every SQL statement filters by organisation, or its name is on the list of those that do not
// (src/store/database/crossings.ts). The test reads every text in src that names a table, also parts of a
// statement that other code completes. The parts that do not show their organisation are listed below,
// with their reasons.

/** File → how the text begins → why it has no organisation. */
const exempt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'store/documents/document-filter.ts': {
    'join billing_references b on §': 'the condition in the hole begins with b.org_id = d.org_id',
  },
  'store/log/new-entries.ts': {
    '(select coalesce(max(n.id), 0) + 1 from entries n': 'the holes name a document of the statement around this text',
  },
  'store/legs/leg-causes.ts': {
    'select min(l.cause) from legs l where §': 'the organisation is in the hole; an operator may leave it out',
  },
  'features/notices/gather-notices.ts': {
    'not exists ( select 1 from users u': 'the cursor is of the statement around this text',
  },
  'store/accounts/organisations.ts': {
    'select § from organisations where name = $1': 'operators call organisations by name',
    'select § from organisations order by name': 'operators list organisations',
    'select § from organisations where revoked_at is null and lower(name) like': 'operators find organisations by name',
  },
  'store/organisation-look.ts': {
    'select id from organisations where id > $1': 'asks the organisations one by one',
  },
  'store/people/sessions.ts': {
    'from login_links l where l.hash = $1': 'a link names only its secret, which is unique',
  },
  'features/webhooks/event-rows.ts': {
    'left join entries e on': 'q is a delivery of the statement around this text',
  },
  'store/legs/leg-document.ts': {
    'left join leg_documents t on': 'l is a leg of the statement around this text',
  },
  'store/legs/withdrawals.ts': {
    'not exists (select 1 from legs n': 'r is a leg of the statement around this text, in the same organisation',
  },
}

/**
 * File → how the text begins → why its limit can be a parameter: PostgreSQL then takes it for a
 * tenth of the rows, unless it plans the statement by its values.
 */
const limits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'store/documents/document-ids.ts': { 'select id §': 'planned by its values' },
  'features/evidence/stored-pages.ts': { 'select id, revision, file_name': 'the attachments of a document are few' },
  'features/evidence/period-documents.ts': { 'select id, family, sequence, issue_date': 'planned by its values' },
  'store/documents/revisions.ts': {
    'select revision, created_at, changes': 'the revisions of a document are few',
    'select coalesce(octet_length(changes), 0)': 'the revisions of a document are few',
  },
  'store/accounts/clients.ts': { 'select § from clients': 'the clients of an organisation are few' },
  'store/accounts/profiles.ts': { 'select § from profiles': 'the profiles of an organisation are few' },
  'store/log/log.ts': { '§ and (e.at, e.id) >': 'the entries of a document are few' },
  'store/outages.ts': {
    'select o.*, cast(': 'outages are few',
    'select o.*, coalesce(d.documents, 0)': 'outages are few',
  },
  'store/people/audit.ts': { 'select id, at, actor_kind': 'planned by its values' },
  'store/people/users.ts': { 'select § from users': 'the users of an organisation are few' },
}

/** Their calls name a statement on the list of those that touch rows of many organisations. */
const wrappers = ['acrossOrganisations', 'ofOrganisation', 'ofOneOrAll', 'lapsedRows']

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
  arrivals: 'somebody who has not chosen an organisation yet',
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
  for (const { file, text } of statements().filter(({ isAcross }) => !isAcross)) {
    const problem = problemOf(text)
    if (problem === undefined) continue
    const start = Object.keys(exempt[file] ?? {}).find((beginning) => text.startsWith(beginning))
    if (start === undefined) free.push(`src/${file}: ${problem}\n    ${text}`)
    else used.add(`${file}: ${start}`)
  }
  assert.deepEqual(free, [], 'take the organisation, or say here why not')
  const unused = keysIn(exempt).filter((entry) => !used.has(entry))
  assert.deepEqual(unused, [], 'these need no exemption, or are gone')
})

test('texts that may be packed are read through one file for revisions and one for reports', () => {
  const seams = [
    'store/database/stored-text.ts',
    'store/documents/revision-texts.ts',
    'store/legs/leg-document.ts',
    // The answers that are kept for repeated requests, which nobody packs.
    'store/requests/idempotency.ts',
  ]
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
  const others = files.filter(
    (file) =>
      !seams.includes(file) && /\b(?:storedText|textColumn)\(/.test(readFileSync(join(root, 'src', file), 'utf8')),
  )
  assert.deepEqual(others, [], 'use revisionTextColumns and revisionTextIn, or reportColumns and reportIn')
})

test('at most eight reads find out the organisation, all in one file', async () => {
  const file = readFileSync(join(root, 'src/store/identity-reads.ts'), 'utf8')
  const names = [...file.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
  assert.ok(names.length > 0 && names.length <= 8, names.join(', '))
  assert.equal(file.match(/acrossOrganisations\(/g)?.length, names.length)
})

test('each statement across organisations is on the list, by a name of its own', () => {
  const listed = Object.values<readonly string[]>(crossings).flat()
  assert.deepEqual(
    crossed()
      .map(({ name }) => name)
      .toSorted(),
    listed.toSorted(),
  )
})

test('looks across organisations only select, without a lock, and the upkeep deletes plainly', () => {
  const forms: Readonly<Record<string, RegExp>> = {
    work: /^select (?!.*\bfor update\b)/,
    operators: /^(?:select|with recursive) (?!.*\bfor update\b)/,
    upkeep: /^(?:delete from|update|select) (?!.*(?:\bfor update\b|\(select .*\blimit\b))/,
  }
  const wrong = Object.entries<readonly string[]>(crossings).flatMap(([kind, names]) =>
    crossed()
      .filter(({ name }) => names.includes(name))
      .flatMap(({ name, texts }) => texts.map((text) => ({ name, text, form: forms[kind] })))
      .filter(
        ({ text, form }) =>
          form !== undefined && /^(?:select|with|insert|update|delete)\b/.test(text) && !form.test(text),
      ),
  )
  assert.deepEqual(wrong, [])
  const locks = crossed().filter(({ texts }) => texts.some((text) => /skipLocked|forUpdate/.test(text)))
  assert.deepEqual(locks, [])
})

test('an insert that selects and returns rows gives its table another name', () => {
  // Behind row level security a cluster refuses it otherwise (docs/decisions/0102).
  const form = /^insert into (\w+) \([^)]*\) select .* returning /
  const unnamed = statements().filter(({ text }) => !((form.exec(text)?.[1] ?? 'migrations') in nobodys))
  assert.deepEqual(unnamed, [])
  assert.ok(statements().some(({ text }) => /^insert into \w+ as \w+ \([^)]*\) select .* returning /.test(text)))
})

test('the tables whose rows go by age have an index that begins with it', () => {
  const indexes = [...schema.matchAll(/^create index \w+ on (\w+) \((\w+)/gm)].map(
    ([, table, column]) => `${table} ${column}`,
  )
  const without = Object.entries(ages).filter(([table, column]) => !indexes.includes(`${table} ${column}`))
  assert.deepEqual(without, [])
})

test('a limit is a number in the text, or few rows meet the condition', () => {
  const used = new Set<string>()
  const wrong: string[] = []
  for (const { file, text } of literals()) {
    if (!/\blimit \$\d/.test(text)) continue
    const start = Object.keys(limits[file] ?? {}).find((beginning) => text.startsWith(beginning))
    if (start === undefined) wrong.push(`src/${file}: ${text}`)
    else used.add(`${file}: ${start}`)
  }
  assert.deepEqual(wrong, [], 'put the limit in the text, or say here why not')
  assert.deepEqual([...used].toSorted(), keysIn(limits).toSorted(), 'these need no exemption, or are gone')
})

test('statements on the tables of the service are in src/store, or in a feature', () => {
  const elsewhere = statements().filter(({ file }) => !/^(?:store|features)\//.test(file))
  assert.deepEqual(
    elsewhere
      .flatMap(({ file, text }) => mentionsIn(text).map(({ table }) => `src/${file}: ${table}`))
      .filter((mention) => mention !== 'src/exchange/gateways/sandbox/ledger.ts: sandbox_transmissions'),
    [],
    'call a function of the store',
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
  /** A wrapper around it says why it touches the rows of many organisations. */
  readonly isAcross: boolean
}

function keysIn(reasons: typeof exempt): readonly string[] {
  return Object.entries(reasons).flatMap(([file, starts]) => Object.keys(starts).map((start) => `${file}: ${start}`))
}

function statements(): readonly Text[] {
  return literals().filter(({ text }) => mentionsIn(text).length > 0)
}

function literals(): readonly Text[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      literalsIn(readFileSync(join(root, 'src', file), 'utf8'), wrappers).map(({ text, isWithin }) => ({
        file,
        text: text.replaceAll(/\s+/g, ' ').trim(),
        isAcross: isWithin,
      })),
    )
}

/** Each call of a wrapper: the name of the statement, and the texts in the call. */
function crossed(): readonly { readonly name: string; readonly texts: readonly string[] }[] {
  const names = new Set(Object.values<readonly string[]>(crossings).flat())
  const found: { readonly name: string; readonly texts: string[] }[] = []
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    for (const { text, isWithin } of literalsIn(readFileSync(join(root, 'src', file), 'utf8'), wrappers)) {
      if (!isWithin) continue
      if (names.has(text)) found.push({ name: text, texts: [] })
      else found.at(-1)?.texts.push(text.replaceAll(/\s+/g, ' ').trim())
    }
  }
  return found
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

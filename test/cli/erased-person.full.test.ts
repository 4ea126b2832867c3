import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { findOrganisation } from '../../src/store/accounts/organisations.ts'
import type { Database } from '../../src/store/database/database.ts'
import { signedColumns } from '../../src/store/people/signed-columns.ts'
import { sql } from '../support/databases/any-row.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { everyText } from '../support/databases/every-text.ts'
import { eventually } from '../support/eventually.ts'
import { jsonLines, selfbill } from '../support/processes/command-line.ts'
import { aLine, aPurchaseInvoice, type Members } from '../support/requests/requests.ts'
import { aPerson, signIn, type TestPerson } from '../support/service/people.ts'
import { startTestService, type Tenant, type TestService } from '../support/service/test-service.ts'
import { manyInvoices, uploadBody, withStatus } from '../support/uploads/upload-files.ts'

// `user data` prints and `user erase` erases what the whole database has about a person.

const formerName = 'Zubaida "Former" Unwanted'
const name = 'زبيدة Zubaida Unwanted'
const email = 'zubaida@unwanted.example'

eachDatabase('a person who did everything', (open) => {
  let running: TestService
  let db: Database
  before(async () => {
    running = await startTestService(open.location)
    db = running.service.parts.store.database
  })
  after(() => running.stop())

  const adminScopes = 'documents:read documents:write documents:approve profiles admin'
  const ok = async (answered: ReturnType<TestPerson['send']>) => {
    const { status, text, json } = await answered
    assert.ok(status < 300, text)
    return json
  }

  async function invited(admin: Tenant): Promise<TestPerson> {
    const body = { name: formerName, email, role: 'admin' }
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const { user_id: id } = await ok(admin.send('POST', '/api/users', body, key()))
    await ok(admin.send('PATCH', `/api/users/${id}`, { language: 'ar' }, key()))
    return signIn(running, { orgId: admin.orgId, id })
  }

  /** Everything that leaves a name or an id in the database. */
  async function doEverything({ userId, orgId, ...person }: TestPerson, admin: Tenant, round: string): Promise<void> {
    const send = (method: string, path: string, body?: Members) =>
      ok(person.send(method, path, body, { 'idempotency-key': crypto.randomUUID() }))
    const create = `/api/purchase-invoices/${admin.profileId}`
    const note = { note: round }
    const failed = await ok(admin.post(create, aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'NONE' })] })))
    await send('PUT', `/api/purchase-invoices/${failed.id}/handled`, note)
    await send('PUT', `/api/purchase-invoices/${failed.id}/legal-hold`, { reason: round })
    await send('PUT', '/api/organisation/legal-hold', { reason: round })
    await ok(admin.send('PUT', '/api/organisation/approval-rule', { amount_from: 0, approvers: 'clerk' }))
    const ask = `/api/approvals?family=purchase-invoices&business_profile_id=${admin.profileId}`
    const own = await send('POST', ask, aPurchaseInvoice())
    await ok(admin.send('POST', `/api/approvals/${own.approval_id}/approve`, { digest: own.digest }))
    await send('POST', ask, aPurchaseInvoice())
    const foreign = await ok(admin.send('POST', ask, aPurchaseInvoice()))
    await send('POST', `/api/approvals/${foreign.approval_id}/approve`, { digest: foreign.digest })
    const other = await ok(admin.send('POST', ask, aPurchaseInvoice()))
    await send('POST', `/api/approvals/${other.approval_id}/return`, note)
    const { upload_id: id } = await send('POST', '/api/uploads', uploadBody(admin, 'july.csv', manyInvoices(1)))
    await withStatus(person, id, 'CHECKED')
    await send('POST', `/api/uploads/${id}/issue`, { repeats: 'issue' })
    await withStatus(person, id, 'DONE')
    const content = JSON.stringify({ accounting_supplier_party: { name: `${name} ${email}` } })
    const draft = {
      family: 'purchase-invoices',
      business_profile_id: admin.profileId,
      version: 0,
      writer: 'w',
      content,
    }
    await send('PUT', `/api/drafts/${crypto.randomUUID()}`, draft)
    await ok(admin.send('POST', `/api/users/${userId}/login-link`))
    await db.transaction(mailsTo(orgId, userId, round))
  }

  /** What the service writes when it sends e-mails. */
  function mailsTo(orgId: string, userId: string, round: string) {
    return [
      sql(
        `insert into notices (org_id, user_id, event_key, kind, document_id, at, in_digest, due_at, status, updated_at)
         values ($1, $2, $3, 'stalled', 'd', 1, 0, 1, 'SENT', 1)`,
        orgId,
        userId,
        round,
      ),
      sql(
        `insert into notice_turns (org_id, user_id, attempts, hour_start, mails_in_hour) values ($1, $2, 0, 0, 0)
         on conflict do nothing`,
        orgId,
        userId,
      ),
      sql(
        `insert into confirmation_mails (org_id, address_hash, mails, last_at)
         values ($1, ${db.dialect.sha256('$2')}, 1, 1) on conflict do nothing`,
        orgId,
        email,
      ),
    ]
  }

  /** Every text of the organisation, and of none, with one of the words; what is encrypted is opened. */
  async function holding(orgId: string, ...words: readonly string[]) {
    const { secrets } = running.service.parts
    return (await everyText(db)).filter(({ orgId: owner = orgId, text }) => {
      if (owner !== orgId) return false
      const opened = text.startsWith('aes-256-gcm.') ? secrets.open(text) : text
      assert.ok(opened !== undefined, 'SECRET_KEY opens it')
      return words.some((word) => opened.includes(word) || opened.includes(JSON.stringify(word).slice(1, -1)))
    })
  }
  const different = (words: readonly string[]) => [...new Set(words)].toSorted()
  const tablesOf = (rows: readonly { readonly table?: unknown }[]) => different(rows.map(({ table }) => String(table)))

  async function command(orgId: string, ...args: readonly string[]) {
    const org = (await findOrganisation(db, orgId))?.name ?? ''
    const ended = await selfbill(open.location, ...args, '--org', org)
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }

  test('is printed whole, and only the audit log has the names after the erasure', async () => {
    const admin = await running.tenant({ scope: adminScopes })
    const { orgId } = admin
    const person = await invited(admin)
    const { userId } = person
    await aPerson(running, orgId, { role: 'admin' })
    await doEverything(person, admin, 'first')
    await ok(admin.send('PATCH', `/api/users/${userId}`, { name }))
    await doEverything(person, admin, 'second')
    const known = await holding(orgId, formerName, name, email)
    assert.deepEqual(
      different(known.map(({ place }) => place)),
      [
        ...signedColumns.map(({ table, column }) => `${table}.${column}`),
        ...['users.name', 'users.email', 'approvals.author_name', 'uploads.issuer_name', 'idempotency_answers.body'],
        ...['drafts.content', 'drafts.summary', 'audit_entries.actor_name', 'audit_entries.detail'],
      ].toSorted(),
      'the person did everything',
    )
    // A request is listed up to a second after its answer.
    const saved = sql(`select id from requests where operation = 'saveDraft' and account = $1`, `user:${userId}`)
    await eventually(async () => (await db.query(saved)).length === 2)
    const printed = jsonLines(await command(orgId, 'user', 'data', email))
    const tables = tablesOf(await holding(orgId, formerName, name, email, userId))
    // Requests are counted for a minute.
    const missing = tables.filter((table) => !tablesOf(printed).includes(table) && table !== 'rate_windows')
    assert.deepEqual(missing, [])
    assert.ok(tablesOf(printed).includes('confirmation_mails'))

    await command(orgId, 'user', 'erase', email, '--yes')
    assert.deepEqual(tablesOf(await holding(orgId, formerName, name, email)), ['audit_entries'])
    const left = jsonLines(await command(orgId, 'user', 'data', userId))
    assert.deepEqual(tablesOf(left), ['approvals', 'audit_entries', 'uploads', 'users'])
  })

  test('is erased alone: who has the same name, and the documents, stay as they are', async () => {
    const admin = await running.tenant({ scope: adminScopes })
    const { orgId } = admin
    const person = await invited(admin)
    const namesake = await aPerson(running, orgId, { name: formerName, role: 'admin' })
    await doEverything(namesake, admin, 'namesake')
    const contact = aPurchaseInvoice({ note: formerName })
    const create = `/api/purchase-invoices/${admin.profileId}`
    await ok(admin.send('DELETE', '/api/organisation/approval-rule'))
    const key = { 'idempotency-key': crypto.randomUUID() }
    const issued = await ok(admin.post(create, contact, key))
    const held = await ok(admin.post(create, aPurchaseInvoice()))
    await ok(person.send('PUT', `/api/purchase-invoices/${held.id}/legal-hold`, { reason: 'x' }))
    const places = async () => (await holding(orgId, formerName)).map(({ place }) => place)
    const before_ = await places()
    await command(orgId, 'user', 'erase', person.userId, '--yes')
    // The answers to the invitation and to the change of the language have the id of the person.
    const gone = ['users.name', 'documents.held_by', 'idempotency_answers.body', 'idempotency_answers.body']
    const without = before_.toSorted()
    for (const place of gone) without.splice(without.indexOf(place), 1)
    const after = (await places()).filter((place) => !place.startsWith('audit_entries')).toSorted()
    assert.deepEqual(
      after,
      without.filter((place) => !place.startsWith('audit_entries')),
    )
    assert.deepEqual(
      await ok(admin.post(create, contact, key)),
      issued,
      'the answer with the document is the first one',
    )
  })
})

test('each column that may name a person is erased, or this file says why not', () => {
  const schema = new DatabaseSync(':memory:')
  schema.exec(readFileSync(new URL('../../migrations/schema.sqlite.sql', import.meta.url), 'utf8'))
  const rows = schema
    .prepare(
      `select t.name || '.' || c.name as place from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
    )
    .all()
  const named = rows.map(({ place }) => String(place)).filter((place) => /\.(.*_)?(by|name|shown|email)$/.test(place))
  const erased = [
    ...signedColumns.map(({ table, column }) => `${table}.${column}`),
    ...['users.name', 'users.email', 'users.confirmed_email', 'approvals.author_name', 'uploads.issuer_name'],
  ]
  assert.deepEqual(
    named.filter((place) => !erased.includes(place) && !(place in namesOfOthers)),
    [],
  )
})

const books = 'the documents are the books of the organisation'
const namesOfOthers: Readonly<Record<string, string>> = {
  'audit_entries.actor_name': 'the database refuses to change the audit log',
  'arrivals.email': 'of a sign-in that ends after ten minutes, and belongs to no organisation',
  'migrations.name': 'a file',
  'organisations.name': 'an organisation',
  'clients.name': 'a program',
  'documents.billed_by_name': books,
  'documents.billed_by_shown': books,
  'documents.billed_to_name': books,
  'documents.billed_to_shown': books,
  'attachments.file_name': books,
  'agreements.supplier_name': 'a supplier',
  'text_parts.name': 'a column',
  'uploads.name': 'a file',
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { program } from '../../src/cli/program.ts'
import { allOrganisations } from '../../src/store/accounts/organisations.ts'
import { auditEntries } from '../../src/store/people/audit.ts'
import { openStore } from '../../src/store/store.ts'
import { commandLine, firstStart, jsonLines } from '../support/processes/command-line.ts'

// People, and the audit log of the command line (docs/decisions/0068).

/** Every command: the action that it audits, or why it audits nothing. */
const audits: Readonly<Record<string, string>> = {
  'organisation add': 'createOrganisation',
  'organisation set': 'changeOrganisation',
  'organisation revoke': 'revokeOrganisation',
  'client add': 'createClient',
  'client rotate': 'rotateClient',
  'client revoke': 'revokeClient',
  'user add': 'createUser',
  'user role': 'changeUser',
  'user remove': 'removeUser',
  'user data': 'exportUser',
  'user erase': 'eraseUser',
  'login-link': 'createLoginLink',
  'profile add': 'createBusinessProfile',
  token: 'issueToken',
  'keys rotate': 'rotateKeys',
  'sandbox advance': 'advanceSandboxClock',
  // Tested in delivery-commands.full.test.ts.
  retry: 'retryLegs',
  report: 'reportAgain',
  // Tested in keeping.full.test.ts.
  'hold set': 'holdPurchaseInvoice',
  'hold release': 'releasePurchaseInvoice',
  export: 'exportOrganisation',
}
const auditsNothing: Readonly<Record<string, string>> = {
  serve: 'the service audits for itself',
  'keys reseal': 'what it encrypts again says the same',
  mcp: 'calls the API, which audits',
  listen: 'audits its token as `token` does, and changes nothing',
  explain: 'reads the dictionary',
  demo: 'it works on a database of its own',
  import: 'documents have their own log',
  template: 'writes a file of examples',
  migrate: 'changes the schema, and belongs to no organisation',
  distribute: 'moves tables, and belongs to no organisation',
  restored: 'prepares a copied database, and belongs to no organisation',
  backup: 'changes nothing',
  check: 'changes nothing',
  doctor: 'changes nothing',
  validate: 'changes nothing',
  'suppliers check': 'changes nothing',
  xml: 'changes nothing',
  rules: 'changes nothing',
  verify: 'changes nothing',
  legs: 'changes nothing',
  outages: 'changes nothing',
  'organisation list': 'changes nothing',
  'hold list': 'changes nothing',
  objects: 'deletes objects that belong to no document',
  'organisation show': 'changes nothing',
  'client list': 'changes nothing',
  'user list': 'changes nothing',
  'profile list': 'changes nothing',
  'keys list': 'changes nothing',
  'keys export': 'changes nothing',
  help: 'changes nothing',
  version: 'changes nothing',
}

test('every command audits what it changes, or this file says why not', () => {
  const named = (command: CommandUnknownOpts, path: readonly string[]): readonly string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((one) => named(one, [...path, one.name()]))
  const silent = named(program, []).filter((path) => !(path in audits) && !(path in auditsNothing))
  assert.deepEqual(silent, [])
})

describe('bin/selfbill and people', () => {
  const { folder, selfbill } = commandLine()

  test('users are added, listed, given a role and removed; the last administrator stays', async () => {
    const environment = { DATA_DIR: join(folder, 'users') }
    await firstStart(environment.DATA_DIR)
    const user = (...args: readonly string[]) => selfbill(['user', ...args], environment)
    const added = await user('add', 'Salim', '--email', 'Salim@example.com', '--role', 'clerk')
    const id = added.stdout.trim()
    assert.match(id, /^[0-9a-f-]{36}$/, added.stderr)
    assert.match(
      (await user('list')).stdout,
      /^USER ID .*\n\S+ {2}operator {2}Demo administrator +-\n\S+ {2}clerk +Salim +salim@/,
    )
    const promoted = await user('role', 'salim@EXAMPLE.com', 'operator')
    assert.match(
      promoted.stdout,
      new RegExp(`\\n${id}  operator  Salim  salim@example\\.com\\nAll sessions and login links of the user ended`),
    )
    for (const role of ['operator', 'admin'])
      assert.doesNotMatch((await user('role', id, role)).stdout, /sessions/, 'no higher role')
    assert.equal((await user('role', id, 'operator')).code, 0)
    const [first] = jsonLines((await user('list', '--json')).stdout)
    const demo = String(first?.user_id)
    assert.equal((await user('remove', demo)).code, 0)
    for (const [expected, problem, ...args] of [
      [1, /the last administrator of an organisation must stay one/, 'remove', id],
      [1, /the last administrator of an organisation must stay one/, 'role', id, 'viewer'],
      [1, /there is no user nobody/, 'remove', 'nobody'],
      [1, /there is no user/, 'remove', demo],
      [1, /there is a user salim@example.com already/, 'add', 'Twin', '--email', 'salim@example.com'],
      [2, /--email must be an e-mail address/, 'add', 'Twin', '--email', 'nobody'],
      [2, /--email must be an e-mail address/, 'add', 'Twin', '--email', 'group:salim@example.com;'],
      [2, /role/, 'add', 'Twin', '--role', 'king'],
    ] as const) {
      const { code, stderr } = await user(...args)
      assert.equal(code, expected, args.join(' '))
      assert.match(stderr, problem)
    }
  })

  test('what is known about a person is printed, and erased with the person', async () => {
    const environment = { DATA_DIR: join(folder, 'personal') }
    await firstStart(environment.DATA_DIR)
    const user = (...args: readonly string[]) => selfbill(['user', ...args], environment)
    const id = (await user('add', 'Salim', '--email', 'salim@example.com', '--role', 'clerk')).stdout.trim()
    await selfbill(['login-link', '--user', id], environment)
    const store = await openStore({ dataDir: environment.DATA_DIR }, 1)
    const [organisation] = await allOrganisations(store.database)
    const orgId = organisation?.id ?? ''
    const params = [orgId, id]
    const draft = `insert into drafts (org_id, id, user_id, family, profile_id, summary, content, version, writer, created_at,
      updated_at) values ($1, 'd1', $2, 'purchase-invoices', 'BP', 'sealed', 'sealed', 1, '', 1, 1)`
    await store.database.query({ sql: draft, params })
    await store.close()
    const known = jsonLines((await user('data', 'salim@example.com')).stdout)
    const tables = known.map(({ table }) => table)
    assert.deepEqual([...new Set(tables)], ['users', 'login_links', 'drafts', 'audit_entries'])
    assert.equal(known[0]?.name, 'Salim')
    assert.match(String(known[0]?.created_at), /^20\d\d-/)
    const erased = await user('erase', id, '--yes')
    assert.equal(
      erased.stdout,
      `The user ${id} was erased. The audit log keeps the name for five years.\n`,
      erased.stderr,
    )
    const left = jsonLines((await user('data', id)).stdout)
    assert.deepEqual([...new Set(left.map(({ table }) => table))], ['users', 'audit_entries'])
    const { name, email, language } = left[0] ?? {}
    assert.deepEqual([name, email, language], ['Erased person', null, null])
    assert.equal((await user('erase', id, '--yes')).code, 0, 'again changes nothing')
    const first = jsonLines((await user('list', '--json')).stdout)[0]
    assert.match((await user('erase', String(first?.user_id), '--yes')).stderr, /the last administrator/)
    assert.match((await user('erase', 'nobody', '--yes')).stderr, /there is no user nobody/)
  })

  test('a login link is for the first administrator, or the named user, at the configured address', async () => {
    const environment = { DATA_DIR: join(folder, 'links') }
    await firstStart(environment.DATA_DIR)
    const link = (...args: readonly string[]) => selfbill(['login-link', ...args], environment)
    assert.match((await link()).stdout, /^http:\/\/127\.0\.0\.1:8080\/console\/sign-in\/[\w-]{43}\n$/)
    const { stdout: id } = await selfbill(['user', 'add', 'Salim', '--email', 's@example.com'], environment)
    assert.equal((await link('--email', 'S@example.com')).code, 0)
    const elsewhere = { ...environment, PUBLIC_URL: 'https://bills.example' }
    const public_ = await selfbill(['login-link', '--user', id.trim()], elsewhere)
    assert.match(public_.stdout, /^https:\/\/bills\.example\/console\/sign-in\//)
    await selfbill(['organisation', 'add', 'Falcon'], environment)
    for (const [expected, problem, ...args] of [
      [2, /name the organisation with --org/],
      [1, /nobody administers the organisation yet/, '--org', 'Falcon'],
      [1, /there is no user s@example.com/, '--org', 'Falcon', '--email', 's@example.com'],
      [2, /by --email or by --user/, '--org', 'Demo', '--email', 's@example.com', '--user', id.trim()],
    ] as const) {
      const { code, stderr } = await link(...args)
      assert.equal(code, expected, args.join(' '))
      assert.match(stderr, problem)
    }
  })

  test('the audit log names the command line', async () => {
    const environment = { DATA_DIR: join(folder, 'audit') }
    await firstStart(environment.DATA_DIR)
    const run = async (...args: readonly string[]) => {
      const ended = await selfbill(args, environment)
      assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`)
      return ended.stdout
    }
    await run('organisation', 'set', 'Demo', '--phase2', 'off')
    const client = /^client_id {6}(\S+)$/m.exec(await run('client', 'add', 'ERP'))?.[1] ?? ''
    await run('client', 'rotate', client)
    await run('client', 'revoke', client)
    const user = (await run('user', 'add', 'Salim')).trim()
    await run('user', 'role', user, 'clerk')
    await run('login-link')
    await run('user', 'data', user)
    await run('user', 'remove', user)
    await run('user', 'erase', user, '--yes')
    await run('profile', 'add', join(import.meta.dirname, '../../examples/business-profile.json'))
    await run('token', '--scope', 'admin')
    await run('keys', 'rotate')
    await run('sandbox', 'advance', '1h')
    await run('export', join(folder, 'export'), '--org', 'Demo')
    await run('organisation', 'revoke', 'Demo', '--yes')
    await run('organisation', 'add', 'Falcon')
    const store = await openStore({ dataDir: environment.DATA_DIR }, Date.now())
    try {
      const organisations = await allOrganisations(store.database)
      const entries = await Promise.all(organisations.map(({ id }) => auditEntries(store.database, id, { limit: 99 })))
      const all = entries.flat()
      const elsewhere = ['retryLegs', 'reportAgain', 'holdPurchaseInvoice', 'releasePurchaseInvoice']
      assert.deepEqual(
        all.map(({ action }) => action).toSorted(),
        Object.values(audits)
          .filter((action) => !elsewhere.includes(action))
          .toSorted(),
      )
      for (const { actor, action, target } of all) {
        assert.deepEqual([actor.kind, actor.name], ['command_line', 'command line'], action)
        assert.ok(target.id ?? target.kind === 'sandbox_clock', action)
      }
      assert.doesNotMatch(all.map(({ detail }) => detail).join(), /sbs_|eyJ|sign-in\//)
    } finally {
      await store.close()
    }
  })
})

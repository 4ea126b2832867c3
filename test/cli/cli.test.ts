import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { aBuyer, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'

// bin/selfbill as a person calls it: a process of its own, from a folder of its own.

const root = new URL('../../', import.meta.url).pathname
const binary = join(root, 'bin/selfbill')
const example = (name: string) => join(root, 'examples', name)

const commands = [
  'serve',
  'demo',
  'organisation',
  'client',
  'keys',
  'token',
  'profile',
  'validate',
  'import',
  'verify',
  'xml',
  'rules',
  'legs',
  'retry',
  'report',
  'sandbox',
  'migrate',
  'backup',
  'restored',
  'check',
]

describe('bin/selfbill', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selfbill-cli-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const selfbill = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...environment }
      execFile(binary, args, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      })
    })

  test('help names every command; a wrong one is a line and exit code 2', async () => {
    const help = await selfbill(['help'])
    assert.equal(help.code, 0)
    for (const command of commands) assert.match(help.stdout, new RegExp(`^ {2}${command} +\\S`, 'm'))
    const wrong = await selfbill(['nonsense'])
    assert.equal(wrong.code, 2)
    assert.equal(
      wrong.stderr,
      'selfbill nonsense: there is no command "nonsense"\n\nselfbill help lists the commands.\n',
    )
  })

  test('every command tells with --help how it is called, and does nothing', async () => {
    const told = await Promise.all(commands.map((command) => selfbill([command, '--help'])))
    for (const [at, { code, stdout, stderr }] of told.entries()) {
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, commands[at])
      assert.match(stdout, new RegExp(`^Usage: selfbill ${commands[at]}\\b`))
    }
    assert.deepEqual(await readdir(folder), [], 'nothing was made')
  })

  test('whoever misuses a command is told how it is called, and of no other', async () => {
    const misused = [
      [['migrate', 'now'], 'it takes nothing more'],
      [['keys', 'rotate', '--now'], "Unknown option '--now'"],
      [['organisation', 'show', 'Nobody'], 'there is no organisation "Nobody"; there is Demo'],
      [['organisation', 'set', 'Demo'], 'say what to set: --name, --version, --phase2, --numbering or --number-format'],
    ] as const
    await selfbill(['organisation', 'add', 'Demo'])
    for (const [args, message] of misused) {
      const { code, stderr } = await selfbill(args)
      assert.equal(code, 2)
      const [first, blank, ...usage] = stderr.trimEnd().split('\n')
      assert.deepEqual([first, blank], [`selfbill ${args[0]}: ${message}`, ''])
      assert.ok(
        usage.every((line) => /^(Usage:| {6}) selfbill /.test(line) && line.includes(` ${args[0]}`)),
        stderr,
      )
    }
  })

  test('a file that is not there is told by its name', async () => {
    const { code, stderr } = await selfbill(['profile', 'add', 'no-such.json'])
    assert.deepEqual({ code, stderr }, { code: 2, stderr: 'selfbill profile: there is no file no-such.json\n' })
  })

  test('verify takes a file that is no pack for what it is', async () => {
    const file = join(folder, 'no-pack.zip')
    await writeFile(file, 'no pack')
    const checked = await selfbill(['verify', file])
    assert.equal(checked.code, 1)
    assert.match(checked.stdout, /^WRONG: .*\nnot sound\n$/)
    assert.equal((await selfbill(['verify', join(folder, 'missing.zip')])).code, 2)
  })

  test('validate judges requests and UBL alike, a line of JSON per file', async () => {
    const xml = await selfbill(['xml', example('purchase-invoice.json')])
    assert.equal(xml.code, 0, xml.stderr)
    assert.match(xml.stdout, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Invoice /)
    const file = join(folder, 'invoice.xml')
    await writeFile(file, xml.stdout)
    const valid = await selfbill(['validate', '--json', file, example('purchase-credit-note.json')])
    assert.equal(valid.code, 0, valid.stderr)
    assert.deepEqual(linesOf(valid), [
      { file, valid: true, findings: [] },
      { file: example('purchase-credit-note.json'), valid: true, findings: [] },
    ])
    const broken = join(folder, 'broken.xml')
    await writeFile(broken, xml.stdout.replace(/<cbc:PayableAmount([^>]*)>[^<]*</, '<cbc:PayableAmount$1>1.00<'))
    const invalid = await selfbill(['validate', '--json', file, broken])
    assert.equal(invalid.code, 1)
    const [, verdict] = linesOf(invalid)
    assert.equal(verdict?.valid, false)
    assert.deepEqual(
      verdict?.findings.map(({ reasonCode }) => reasonCode),
      ['IBR-CO-16'],
    )
    const [finding] = verdict?.findings ?? []
    assert.deepEqual(Object.keys(finding ?? {}).toSorted(), [
      'field',
      'fix',
      'flag',
      'location',
      'official',
      'reasonCode',
      'test',
      'text',
      'value',
    ])
  })

  test('validate judges every kind of document by its own rules, and refuses any other', async () => {
    const golden = join(root, 'test/golden/cases/purchase-invoice')
    const strange = join(folder, 'strange.xml')
    await writeFile(strange, '<Order/>')
    const judged = await selfbill(['validate', '--json', join(golden, 'tdd.xml'), strange])
    assert.equal(judged.code, 1)
    const [report, order] = linesOf(judged)
    assert.equal(report?.valid, true)
    assert.deepEqual(
      order?.findings.map(({ text }) => text),
      ['There are no rules for Order'],
    )
    const billing = join(folder, 'billing.xml')
    const xml = await readFile(join(golden, 'document.xml'), 'utf8')
    await writeFile(billing, xml.replaceAll('selfbilling', 'billing'))
    const [verdict] = linesOf(await selfbill(['validate', '--json', billing]))
    assert.deepEqual(
      verdict?.findings.map(({ reasonCode }) => reasonCode),
      ['IBR-CL-01'],
    )
  })

  test('rules prints a line for every rule, and one rule whole', async () => {
    const all = await selfbill(['rules'])
    assert.equal(all.code, 0, all.stderr)
    const rules = all.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    const official = (set: string) =>
      rules.filter(([, whose, , sets]) => whose === 'official' && sets?.split(',').includes(set))
    assert.deepEqual(
      ['self-billing', 'billing', 'tdd', 'mls'].map((set) => official(set).length),
      [302, 302, 58, 31],
    )
    assert.ok(rules.some(([, whose]) => whose === 'ours'))
    assert.deepEqual(
      rules.find(([id]) => id === 'IBR-002'),
      ['IBR-002', 'official', 'fatal', 'self-billing,billing', 'A document has a number.'],
    )
    const billing = await selfbill(['rules', '--set', 'tdd', '--arabic'])
    assert.equal(billing.stdout.trimEnd().split('\n').length, 58)
    assert.match(billing.stdout, /^IBR-TDD-03\tofficial\tfatal\ttdd\tمستند البيانات الضريبية ليس له رقم خاص به\.$/m)
    const one = await selfbill(['rules', 'ibr-cl-23'])
    assert.match(
      one.stdout,
      /^IBR-CL-23: fatal, official\n[\s\S]*fields {3}document_lines\[\]\.unit_code\n[\s\S]*وحدة القياس/,
    )
    assert.equal((await selfbill(['rules', 'IBR-9999'])).code, 1)
    assert.equal((await selfbill(['rules', '--set', 'nonsense'])).code, 2)
  })

  test('validate takes a profile, and tells every wrong field of a request', async () => {
    const profile = join(folder, 'profile.json')
    await writeFile(profile, jsonOf(aBuyer()))
    const request = join(folder, 'request.json')
    await writeFile(request, jsonOf(aPurchaseInvoice({ issue_date: '2026-02-30', due_date: undefined })))
    const refused = await selfbill(['validate', '--json', '--profile', profile, request])
    assert.equal(refused.code, 1)
    assert.deepEqual(
      linesOf(refused)[0]?.findings.map(({ field, text }) => [field, text]),
      [
        ['issue_date', 'Issue date must be a valid date in the form yyyy-MM-dd'],
        ['due_date', 'Due date is mandatory'],
      ],
    )
    await writeFile(profile, jsonOf(aBuyer({ tin: undefined })))
    const badProfile = await selfbill(['validate', '--profile', profile, request])
    assert.equal(badProfile.code, 2)
    assert.match(badProfile.stderr, /tin: TIN is mandatory for UAE business customers/)
  })

  test('validate refuses XML that is hostile or broken without falling over', async () => {
    const file = join(folder, 'bomb.xml')
    await writeFile(file, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    const refused = await selfbill(['validate', '--json', file])
    assert.equal(refused.code, 1)
    assert.equal(linesOf(refused)[0]?.findings[0]?.reasonCode, 'XML')
    assert.equal((await selfbill(['validate', join(folder, 'missing.json')])).code, 2)
  })

  test('a wrong configuration stops the start with a line for each variable', async () => {
    const refused = await selfbill(['serve'], { PORT: '80x', DATABASE_URL: 'mysql://x', GATEWAY: 'pigeon' })
    assert.equal(refused.code, 2)
    for (const name of ['PORT', 'DATABASE_URL', 'GATEWAY'])
      assert.match(refused.stderr, new RegExp(`^ {2}${name} `, 'm'))
    const production = await selfbill(['serve'], { NODE_ENV: 'production' })
    assert.match(production.stderr, /^ {2}GATEWAY must be set/m)
  })

  test('the demo shows each envelope that went out and the status that answers it, on 100 columns', async () => {
    const { code, stdout, stderr } = await selfbill(['demo'])
    assert.equal(code, 0, stderr)
    const lines = stdout.split('\n')
    assert.deepEqual(
      lines.filter((line) => line.length > 100),
      [],
    )
    const sent = Array.from(stdout.matchAll(/instance {2}(\S+), MLS_TYPE ALWAYS_SEND/g), ([, uuid]) => uuid)
    const judged = Array.from(stdout.matchAll(/says {6}(?:AP|AB|RE) about (\S+)/g), ([, uuid]) => uuid)
    assert.equal(new Set(sent).size, 6)
    assert.deepEqual(judged.toSorted(), sent.toSorted())
    assert.equal(stdout.match(/to {8}0242:000006-TESTBED\.3001\n/g)?.length, 3)
    assert.match(stdout, /RE about [\s\S]+ {10}because {3}BV at NA: /)
    assert.match(stdout, / {10}IBR-128-AE {2}accounting_supplier_party\.postal_address\.country_subentity: A UAE/)
    assert.match(stdout, /\(MLS\) with the verdict: AP accepted, AB [^,]+, RE rejected\./)
  })

  test('what whoever runs it can put right is told in a line, and no stack', async () => {
    const environment = { DATA_DIR: join(folder, 'upkeep') }
    await selfbill(['organisation', 'add', 'Gone'], environment)
    await selfbill(['organisation', 'revoke', 'Gone'], environment)
    await writeFile(join(folder, 'taken.db'), '')
    const cases = [
      [['backup', 'taken.db'], environment, /^selfbill backup: taken\.db exists; a backup is never written over/],
      [['backup', 'no-folder/x.db'], environment, /^selfbill backup: there is no folder no-folder$/m],
      [['check'], { DATA_DIR: join(folder, 'nowhere') }, /^selfbill check: there is no database at \S+: DATA_DIR says/],
      [['token'], { DATA_DIR: join(folder, 'taken.db') }, /^selfbill token: the database \S+ cannot be opened: /],
      [['token', '--org', 'Gone'], environment, /^selfbill token: Gone was revoked: no token of it is accepted/],
      [['serve'], { ...environment, HOST: '192.0.2.1' }, /^selfbill serve: .*EADDRNOTAVAIL.* \(HOST, PORT, /m],
    ] as const
    for (const [args, variables, told] of cases) {
      const { code, stderr } = await selfbill(args, variables)
      assert.equal(code, 2, stderr)
      assert.match(stderr, told)
      assert.doesNotMatch(stderr, /^ +at /m)
    }
  })

  test('organisations are added, shown, changed and revoked', async () => {
    const environment = { DATA_DIR: join(folder, 'organisations') }
    const organisation = async (...args: readonly string[]) => selfbill(['organisation', ...args], environment)
    const added = await organisation('add', 'Falcon', '--phase2', 'off', '--version', '20260507')
    assert.match(added.stdout, /^[0-9a-f-]{36}\n$/, added.stderr)
    const changed = await organisation('set', 'Falcon', '--name', 'Heron', '--numbering', 'off', '--phase2', 'on')
    assert.equal(changed.code, 0, changed.stderr)
    const shown = await organisation('show', 'Heron')
    assert.equal(shown.stdout, changed.stdout)
    for (const fact of [
      'version        20260507',
      'phase2         on',
      'numbering      off',
      'number-format  {prefix}-{sequence:6}',
    ])
      assert.ok(shown.stdout.includes(`${fact}\n`), fact)
    assert.match(
      (await organisation('list')).stdout,
      /Demo {2}20260101 {2}phase 2 on\n.* Heron {2}20260507 {2}phase 2 on\n/,
    )
    assert.equal((await organisation('revoke', 'Heron')).code, 0)
    assert.match((await organisation('list')).stdout, /Heron {2}20260507 {2}revoked\n/)
    const wrong = [
      ['add', 'Demo'],
      ['set', 'Demo', '--phase2', 'maybe'],
      ['set', 'Demo', '--number-format', '{prefix}'],
      ['nonsense', 'Demo'],
    ]
    for (const args of wrong) assert.equal((await organisation(...args)).code, 2, args.join(' '))
  })

  test('clients get secrets that are printed once; keys are rotated one rotation at a time', async () => {
    const environment = { DATA_DIR: join(folder, 'clients') }
    const run = (...args: readonly string[]) => selfbill(args, environment)
    const added = await run('client', 'add', 'ERP', '--scope', 'documents:read')
    const [, id = '', secret = ''] = /^client_id {6}(\S+)\nclient_secret {2}(sbs_[\w-]{43})\n$/.exec(added.stdout) ?? []
    assert.notEqual(secret, '', added.stderr)
    const rotated = await run('client', 'rotate', id, '--overlap', '0')
    assert.match(rotated.stdout, /client_secret {2}sbs_[\w-]{43}\nThe secret before it is good until /)
    assert.ok(!rotated.stdout.includes(secret))
    const listed = await run('client', 'list')
    assert.equal(listed.stdout, `${id}  ERP  documents:read\n`)
    assert.equal((await run('client', 'revoke', id)).code, 0)
    assert.match((await run('client', 'list')).stdout, /^\S+ {2}ERP {2}documents:read {2}revoked /)
    for (const args of [
      ['rotate', id],
      ['revoke', 'x'],
      ['add', 'A', '--scope', 'all'],
    ])
      assert.equal((await run('client', ...args)).code, 2, args.join(' '))
    const keys = await run('keys', 'rotate')
    assert.equal(keys.code, 0, keys.stderr)
    assert.equal((await run('keys', 'rotate')).code, 0, 'the first of all keys is made with it')
    const second = await run('keys', 'rotate')
    assert.equal(second.code, 1)
    assert.match(second.stderr, /a rotation is under way/)
    assert.equal((await run('keys', 'list')).stdout.trim().split('\n').length, 2)
    assert.equal((await run('keys', 'rotate', '--at-once')).stdout.trim().split('\n').length, 1)
  })

  test('a first start seeds the demo, prints a curl that works, and the command line works beside it', async () => {
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', SANDBOX_DELAY_MS: '0' }
    const service = spawn(binary, ['serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const printed = await untilPrinted(service.stdout, /bin\/selfbill token prints another/)
      const address = /listens on (\S+)/.exec(printed)?.[1] ?? ''
      const token = /Bearer (\S+)'/.exec(printed)?.[1] ?? ''
      const body = await readFile(join(root, /--data @(\S+)/.exec(printed)?.[1] ?? ''), 'utf8')
      const post = (authorization: string, profileId: string) =>
        fetch(`${address}/api/purchase-invoices/${profileId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
          body,
        })
      assert.equal((await post(token, 'BP-DEMO000001')).status, 201)
      const another = await selfbill(['token'])
      assert.equal(another.code, 0, another.stderr)
      assert.equal((await post(another.stdout.trim(), 'BP-DEMO000001')).status, 201)
      const file = join(folder, 'new-profile.json')
      await writeFile(file, jsonOf(aBuyer()))
      const added = await selfbill(['profile', 'add', file])
      assert.match(added.stdout, /^BP-[0-9A-HJKMNP-TV-Z]{10}\n$/)
      assert.equal((await post(token, added.stdout.trim())).status, 201)
      assert.equal((await selfbill(['token', '--org', 'Nobody'])).code, 2)
      assert.equal((await selfbill(['legs'])).code, 2)
      assert.deepEqual(await selfbill(['legs', '--stalled']), { code: 0, stdout: '', stderr: '' })
      const notStalled = await selfbill(['retry', '00000000-0000-4000-8000-000000000000'])
      assert.equal(notStalled.code, 1)
      assert.match(notStalled.stderr, /^selfbill retry: there is no stalled leg/)
      const advanced = await selfbill(['sandbox', 'advance', '30m'])
      assert.match(advanced.stdout, /^The sandbox has come to \S+Z\.\n$/, advanced.stderr)
      assert.equal((await selfbill(['sandbox', 'advance', '-1h'])).code, 2)
      assert.equal((await selfbill(['token', '--scope', 'everything'])).code, 2)
      const admin = await selfbill(['token', '--scope', 'admin'])
      const further = await fetch(`${address}/sandbox/clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.stdout.trim()}`, 'content-type': 'application/json' },
        body: '{"by": "PT1H30M"}',
      })
      assert.equal(Reflect.get(Object(await further.json()), 'ahead_ms'), 2 * 3_600_000)
      assert.equal((await post(admin.stdout.trim(), 'BP-DEMO000001')).status, 403)
      assert.match((await selfbill(['migrate'])).stdout, /up to date/)
      assert.equal((await selfbill(['check'])).code, 0)
      const copy = join(folder, 'copy.db')
      assert.equal((await selfbill(['backup', copy])).code, 0)
      assert.ok((await readFile(copy)).subarray(0, 15).equals(Buffer.from('SQLite format 3')))
    } finally {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    assert.equal(service.exitCode, 0)
  })
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Verdict {
  readonly file: string
  readonly valid: boolean
  readonly findings: readonly { readonly reasonCode: string; readonly field: string; readonly text: string }[]
}

function linesOf({ stdout }: Ended): Verdict[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function untilPrinted(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  let printed = ''
  for await (const chunk of stream) {
    printed += String(chunk)
    if (wanted.test(printed)) return printed
  }
  throw new Error(`the process ended: ${printed}`)
}

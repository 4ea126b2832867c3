import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandLine, firstStart, root } from '../support/processes/command-line.ts'
import { patternOf, schemaOf, writeRuleBooks } from '../support/rules/rule-books.ts'

// Help, the version and the errors of commands that cannot run. commands.full.test.ts walks all
// commands.

describe('the usage of bin/selfbill', () => {
  const { folder, selfbill } = commandLine()

  test('without arguments, help and --help print the same overview', async () => {
    const overviews = await Promise.all([[], ['help'], ['--help'], ['-h']].map((args) => selfbill(args)))
    for (const overview of overviews) assert.deepEqual(overview, overviews[0])
    assert.deepEqual([overviews[0]?.code, overviews[0]?.stderr], [0, ''])
  })

  test('help COMMAND prints the same as COMMAND --help, also for a subcommand', async () => {
    for (const words of [['token'], ['keys'], ['keys', 'rotate']]) {
      const [named, asked] = await Promise.all([selfbill(['help', ...words]), selfbill([...words, '--help'])])
      assert.match(named.stdout, new RegExp(`^Usage: selfbill ${words.join(' ')}`))
      assert.deepEqual(named, asked)
    }
  })

  test('an unknown command is an error with a suggestion', async () => {
    const overview = '\n\nselfbill help lists the commands.\n'
    const cases = [
      [['nonsense'], `selfbill: unknown command 'nonsense'${overview}`],
      [['nonsense', '--help'], `selfbill: unknown command 'nonsense'${overview}`],
      [['validat', 'x.xml'], `selfbill: unknown command 'validat'\n(Did you mean validate?)${overview}`],
      [
        ['help', 'validat'],
        "selfbill help: unknown command 'validat'\n(Did you mean validate?)\n\nUsage: selfbill help [COMMAND…]\n",
      ],
      [
        ['keys', 'rotat'],
        "selfbill keys: unknown command 'rotat'\n(Did you mean rotate?)\n\n" +
          'Usage: selfbill keys list [--all] [--json]\n       selfbill keys export\n       selfbill keys rotate [--at-once] [--yes]\n' +
          '       selfbill keys reseal [--dry-run] [--json]\n',
      ],
    ] as const
    for (const [args, stderr] of cases) {
      assert.deepEqual(await selfbill(args), { code: 2, stdout: '', stderr }, args.join(' '))
    }
  })

  test('--version prints the version of package.json without a configuration', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    for (const args of [['--version'], ['-V'], ['version']]) {
      const printed = await selfbill(args, { PORT: 'wrong' })
      assert.deepEqual(printed, { code: 0, stdout: `selfbill ${version}\n`, stderr: '' }, args.join(' '))
    }
    const misused = await selfbill(['version', 'now'])
    assert.equal(misused.code, 2)
  })

  test("a wrong call shows the problem and the command's usage", async () => {
    const misused = [
      [['migrate', 'now'], "too many arguments for 'migrate'. Expected 0 arguments but got 1: now."],
      [['keys'], 'name a subcommand'],
      [['keys', 'rotate', '--now'], "unknown option '--now'"],
      [['keys', 'rotate', '--at-onse'], "unknown option '--at-onse'\n(Did you mean --at-once?)"],
      [['profile', 'add'], "missing required argument 'FILE'"],
      [['import', 'x.csv'], "required option '--profile <BP>' not specified"],
      [['rules', '--set'], "option '--set <SET>' argument missing"],
      [['client', 'rotate', 'x', '--overlap', '721'], '--overlap must be hours from 0 to 720'],
      [
        ['rules', '--set', 'x'],
        "option '--set <SET>' argument 'x' is invalid. Allowed choices are self-billing, billing, tdd, mls.",
      ],
      [['legs'], 'name one list: --stalled, --overdue, --open or --unknown FILE'],
      [['legs', '--stalled', '--overdue'], "option '--stalled' cannot be used with option '--overdue'"],
      [
        ['legs', '--unknown', 'x', '--org', 'Demo'],
        "option '--unknown <FILE>' cannot be used with option '--org <NAME>'",
      ],
      [['retry'], 'name one transmission or document, or use --because TEXT'],
      [
        ['organisation', 'set', 'Demo'],
        'name a setting: --name, --version, --phase2, --numbering, --number-format, --compatibility, --retention or ' +
          '--remove-after-retention',
      ],
    ] as const
    await firstStart(join(folder, 'data'))
    for (const [args, message] of misused) {
      const { code, stdout, stderr } = await selfbill(args)
      assert.deepEqual([code, stdout], [2, ''], stderr)
      const [problem, usage] = stderr.split('\n\n')
      assert.equal(problem, `selfbill ${args[0]}: ${message}`)
      assert.match(usage ?? '', new RegExp(`^Usage: selfbill ${args[0]}\\b`))
    }
  })

  test('a missing file is named', async () => {
    const { code, stderr } = await selfbill(['profile', 'add', 'no-such.json'])
    assert.deepEqual({ code, stderr }, { code: 2, stderr: 'selfbill profile: there is no file no-such.json\n' })
  })

  test('a wrong configuration stops the start with one line for each variable', async () => {
    const refused = await selfbill(['serve'], { PORT: '80x', DATABASE_URL: 'mysql://x', GATEWAY: 'pigeon' })
    assert.equal(refused.code, 2)
    for (const name of ['PORT', 'DATABASE_URL', 'GATEWAY'])
      assert.match(refused.stderr, new RegExp(`^ {2}${name} `, 'm'))
    const production = await selfbill(['serve'], { NODE_ENV: 'production' })
    assert.match(production.stderr, /^ {2}GATEWAY must be set/m)
  })

  test('a malformed DATABASE_URL is named, without its password and without a stack', async () => {
    const malformed = ['postgres://u:top#secret@h/db', 'postgres://u:%80secret@h/db', 'postgres://u:secret@h:0x/db']
    for (const DATABASE_URL of malformed) {
      for (const args of [['serve'], ['migrate']]) {
        const { code, stderr } = await selfbill(args, { DATABASE_URL, GATEWAY: 'sandbox' })
        assert.equal(code, 2, stderr)
        assert.match(stderr, /DATABASE_URL is malformed/)
        assert.doesNotMatch(stderr, /secret|^ +at /m)
      }
    }
  })

  test('a database that cannot be opened is one line, also where the rules take longer to open', async () => {
    // Rule books of the operator's own are compiled in a thread.
    const own = { RULEBOOKS_DIR: join(folder, 'books') }
    const rule = patternOf('/*', '<assert id="A-1" flag="fatal" test="cbc:ID">An id.</assert>')
    const book = { version: '1', customization_ids: ['urn:a'], roots: ['Order'] }
    writeRuleBooks(own.RULEBOOKS_DIR, { 'a/rulebook.json': book, 'a/a.sch': schemaOf(rule) })
    const { code, stderr } = await selfbill(['serve'], {
      DATABASE_URL: 'postgres://u:%80@h/db',
      GATEWAY: 'sandbox',
      ...own,
    })
    assert.equal(code, 2, stderr)
    assert.match(stderr, /DATABASE_URL is malformed/)
    assert.doesNotMatch(stderr, /^ +at /m)
  })

  test('a problem that the operator can fix is one line without a stack', async () => {
    const environment = { DATA_DIR: join(folder, 'upkeep') }
    await firstStart(environment.DATA_DIR)
    await selfbill(['organisation', 'add', 'Gone'], environment)
    await selfbill(['organisation', 'revoke', 'Gone', '--yes'], environment)
    await writeFile(join(folder, 'taken.db'), '')
    const cases = [
      [['backup', join(folder, 'taken.db')], environment, /^selfbill backup: \S+taken\.db exists; a backup is never/],
      [['backup', join(folder, 'none/x.db')], environment, /^selfbill backup: there is no folder \S+none$/m],
      [['check'], { DATA_DIR: join(folder, 'nowhere') }, /^selfbill check: there is no database in \S+\. Set DATA_DIR/],
      [['token'], { DATA_DIR: join(folder, 'taken.db') }, /^selfbill token: there is no database in \S+taken\.db\. /],
    ] as const
    const gone = await selfbill(['token', '--org', 'Gone'], environment)
    assert.deepEqual([gone.code, gone.stderr], [1, 'selfbill token: Gone was revoked: its tokens are refused\n'])
    for (const [args, variables, message] of cases) {
      const { code, stderr } = await selfbill(args, variables)
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ +at /m)
    }
  })
})

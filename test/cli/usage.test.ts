import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandLine, root } from '../support/processes/command-line.ts'

// What somebody is told who asks for help, or calls a command that cannot be carried out.

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
  'version',
]

describe('bin/selfbill, its usage', () => {
  const { folder, selfbill } = commandLine()

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

  test('the version is that of package.json, without a configuration', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    for (const args of [['--version'], ['-V'], ['version']]) {
      const printed = await selfbill(args, { PORT: 'wrong' })
      assert.deepEqual(printed, { code: 0, stdout: `selfbill ${version}\n`, stderr: '' }, args.join(' '))
    }
    const misused = await selfbill(['version', 'now'])
    assert.equal(misused.code, 2)
  })

  test('whoever misuses a command is told how it is called, and of no other', async () => {
    const misused = [
      [['migrate', 'now'], 'it takes nothing more'],
      [['keys', 'rotate', '--now'], "Unknown option '--now'"],
      [['organisation', 'show', 'Nobody'], 'there is no organisation "Nobody"; there is Demo'],
      [
        ['organisation', 'set', 'Demo'],
        'say what to set: --name, --version, --phase2, --numbering, --number-format or --compatibility',
      ],
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

  test('a wrong configuration stops the start with a line for each variable', async () => {
    const refused = await selfbill(['serve'], { PORT: '80x', DATABASE_URL: 'mysql://x', GATEWAY: 'pigeon' })
    assert.equal(refused.code, 2)
    for (const name of ['PORT', 'DATABASE_URL', 'GATEWAY'])
      assert.match(refused.stderr, new RegExp(`^ {2}${name} `, 'm'))
    const production = await selfbill(['serve'], { NODE_ENV: 'production' })
    assert.match(production.stderr, /^ {2}GATEWAY must be set/m)
  })

  test('a malformed DATABASE_URL is a line that names it, and shows neither password nor stack', async () => {
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
})

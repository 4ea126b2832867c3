import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { findCandidates } from '../../src/cli/completion/candidates.ts'
import { program } from '../../src/cli/program.ts'
import { commandLine } from '../support/processes/command-line.ts'

// Walks every declared command.

describe('every command of bin/selfbill', () => {
  const { folder, selfbill } = commandLine()
  const all = program.commands.flatMap(withSubcommands)
  const hidden = ['complete']

  test('is in the overview, within 80 columns', async () => {
    const { stdout } = await selfbill(['help'])
    for (const command of program.commands) {
      const isListed = new RegExp(`^ {2}${command.name()} +\\S`, 'm').test(stdout)
      assert.equal(isListed, !hidden.includes(command.name()), command.name())
    }
    assertNarrow(stdout)
  })

  test('shows its usage, a sentence and every option with --help, and does nothing', async () => {
    assert.ok(all.length > 30)
    const helped = await Promise.all(all.map(({ words }) => selfbill([...words, '--help'])))
    for (const [at, { code, stdout, stderr }] of helped.entries()) {
      const { command, words } = all[at] ?? assert.fail()
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '))
      assert.match(stdout, new RegExp(`^Usage: selfbill ${words.join(' ')}\\b`))
      assert.match(stdout, /\n\n[A-Z][^\n]+(\n[^\n]+)*\.\n\n/, words.join(' '))
      for (const { long, description } of command.options) {
        assert.match(stdout, new RegExp(`^ +${long}\\b.* {2}\\S`, 'm'), words.join(' '))
        assert.notEqual(description, '')
      }
      for (const argument of command.registeredArguments) {
        assert.match(stdout, new RegExp(`^ +${argument.name()} {2,}\\S`, 'm'), words.join(' '))
      }
      assertNarrow(stdout)
    }
    assert.deepEqual(await readdir(folder), [])
  })

  test('names an unknown option, shows its usage and exits with 2', async () => {
    const refused = await Promise.all(
      all.map(({ command, words }) => selfbill([...words, ...requiredWords(command), '--no-such-option'])),
    )
    for (const [at, { code, stdout, stderr }] of refused.entries()) {
      const words = all[at]?.words ?? []
      assert.deepEqual([code, stdout], [2, ''], stderr)
      const [problem = '', usage = ''] = stderr.split('\n\n')
      assert.equal(problem.split('\n')[0], `selfbill ${words[0]}: unknown option '--no-such-option'`)
      assert.match(usage, new RegExp(`^Usage: selfbill ${words.join(' ')}\\b`))
    }
    assert.deepEqual(await readdir(folder), [])
  })

  test('is completed with all its options and their values', () => {
    for (const { command, words } of all.filter((each) => !hidden.includes(each.words[0] ?? ''))) {
      const [before, name = ''] = [words.slice(0, -1), words.at(-1)]
      assert.ok(offered([...before, name.slice(0, -1)]).includes(name), words.join(' '))
      assert.deepEqual(
        offered([...words, '--']).sort(),
        [...command.options.map(({ long }) => long), '--help'].sort(),
        words.join(' '),
      )
      for (const { long, argChoices } of command.options) {
        if (argChoices === undefined) continue
        assert.deepEqual(offered([...words, String(long), '']), argChoices)
        assert.deepEqual(
          offered([...words, `${long}=`]),
          argChoices.map((choice) => `${long}=${choice}`),
        )
      }
    }
  })
})

test('help COMMAND is completed with commands, and an argument with its choices or files', () => {
  assert.ok(offered(['help', '']).includes('keys'))
  assert.deepEqual(offered(['help', 'keys', '']), ['list', 'export', 'rotate'])
  assert.deepEqual(offered(['completion', '']), ['bash', 'zsh', 'fish'])
  assert.deepEqual(offered(['backup', '']), [':files'])
  assert.deepEqual(offered(['validate', 'a.xml', '']), [':files'])
  assert.deepEqual(offered(['validate', '--rulebook', '']), [':directories'])
  assert.deepEqual(offered(['token', '--org', '']), [])
  assert.deepEqual(offered(['keys', 'rotate', '']), ['--at-once', '--yes', '--help'])
  assert.deepEqual(offered(['nonsense', 'x', '--nonsense=']), [])
})

interface Called {
  readonly command: CommandUnknownOpts
  readonly words: readonly string[]
}

function withSubcommands(command: CommandUnknownOpts): readonly Called[] {
  const inner = command.commands.flatMap(withSubcommands)
  return [
    { command, words: [command.name()] },
    ...inner.map((called) => ({ ...called, words: [command.name(), ...called.words] })),
  ]
}

/** A required option is missed, and its value read, before an unknown one is noticed. */
function requiredWords(command: CommandUnknownOpts): readonly string[] {
  return command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [String(long), '1'])
}

function offered(words: readonly string[]): string[] {
  return findCandidates(program, words).map(({ word }) => word)
}

function assertNarrow(text: string): void {
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 80),
    [],
  )
}

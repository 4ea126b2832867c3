import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { program } from '../../src/cli/program.ts'
import { commandLine } from '../support/processes/command-line.ts'

// Walks every declared command.

describe('every command of bin/selfbill', () => {
  const { folder, selfbill } = commandLine()
  const all = program.commands.flatMap(withSubcommands)

  test('is in the overview, within 80 columns', async () => {
    const { stdout } = await selfbill(['help'])
    for (const command of program.commands) {
      assert.match(stdout, new RegExp(`^ {2}${command.name()} +\\S`, 'm'))
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

function assertNarrow(text: string): void {
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 80),
    [],
  )
}

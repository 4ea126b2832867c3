import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { binary, commandLine } from '../support/processes/command-line.ts'

// The completion scripts, each in its own shell where that shell is installed.

describe('selfbill completion', () => {
  const { folder, selfbill } = commandLine()
  mkdirSync(join(folder, 'packs'))
  writeFileSync(join(folder, 'packs.json'), '')

  /** How a shell prints the candidates for an unfinished command line. */
  const shells = {
    bash: (words: readonly string[]) => `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}
_selfbill 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // zsh completes only in an editor: these replace its two functions and print their arguments.
    zsh: (words: readonly string[]) => `_describe() { print -l -- "\${(@)\${(P)2}%%:*}" }
_files() { [[ $1 == -/ ]] && print -l -- *(/) || print -l -- * }
words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; _selfbill`,
    fish: (words: readonly string[]) => `complete -C ${quoted(words.join(' '))} | string replace -r '\\t.*' ''; true`,
  }

  for (const [shell, completing] of Object.entries(shells)) {
    const isThere = spawnSync(shell, ['--version']).error === undefined
    test(`${shell} completes commands, options, values and files`, { skip: !isThere }, async () => {
      const { stdout: script, code } = await selfbill(['completion', shell])
      assert.equal(code, 0)
      const complete = async (...words: readonly string[]) => {
        const stub = shell === 'zsh' ? 'compdef() { : }\n' : ''
        const text = `${stub}${script}\n${completing([shell === 'fish' ? 'selfbill' : binary, ...words])}`
        const path = `${dirname(binary)}:${process.env.PATH}`
        const run = promisify(execFile)
        const { stdout } = await run(shell, ['-c', text], {
          cwd: folder,
          env: { ...process.env, PATH: path, HOME: folder },
        })
        return stdout
          .split('\n')
          .filter((line) => line !== '')
          .sort()
      }
      assert.deepEqual(await complete('re'), ['report', 'restored', 'retry'])
      assert.deepEqual(await complete('keys', ''), ['export', 'list', 'rotate'])
      assert.deepEqual(await complete('keys', 'rotate', '--'), ['--at-once', '--help', '--yes'])
      assert.deepEqual(await complete('organisation', 'add', 'X', '--phase2', 'o'), ['off', 'on'])
      const files = await complete('verify', 'packs')
      assert.ok(files.includes('packs.json') && files.some((name) => /^packs\/?$/.test(name)), files.join())
      const folders = await complete('validate', '--rulebook', 'packs')
      assert.ok(!folders.includes('packs.json') && folders.some((name) => /^packs\/?$/.test(name)), folders.join())
    })
  }

  test('any other shell is refused', async () => {
    const { code, stderr } = await selfbill(['completion', 'tcsh'])
    assert.equal(code, 2)
    assert.match(stderr, /'tcsh' is invalid for argument 'SHELL'\. Allowed choices are bash, zsh, fish\./)
  })
})

function quoted(word: string): string {
  return `'${word}'`
}

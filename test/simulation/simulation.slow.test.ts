import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { times } from '../support/effort.ts'
import { mutants } from './mutants.ts'
import { World } from './world.ts'

suite('the simulated world', () => {
  test('a seed has one history', async () => {
    for (let seed = 1; seed <= times({ quick: 2, full: 6, long: 100 }); seed += 1) {
      const [one, other] = [await new World(seed).live(), await new World(seed).live()]
      assert.deepEqual([one.digest, one.steps, one.violation], [other.digest, other.steps, undefined])
    }
  })

  test('every seed that ever failed holds', async () => {
    const file = join(import.meta.dirname, 'failed-seeds.json')
    const failed: readonly { readonly seed: number }[] = JSON.parse(readFileSync(file, 'utf8'))
    for (const { seed } of failed) assert.equal((await new World(seed).live()).violation, undefined, `seed ${seed}`)
  })

  // The two that a hundred rounds with real processes found.
  for (const [name, invariant] of [
    ['sends again at the first "no record"', 'a transmission is never sent twice'],
    ['counts a key as stored before the commit', 'a key is settled once'],
  ] as const) {
    test(`a few seeds see a service that ${name}`, async () => {
      assert.ok(mutants.some((mutant) => mutant.name === name))
      const order = [join(import.meta.dirname, 'run.ts'), '--seed', '1', '--seeds', '10', '--all', '--brief']
      const seen = promisify(execFile)(process.execPath, order, { env: { ...process.env, PLANT: name } })
      await assert.rejects(seen, (error) => {
        assert.match(
          error instanceof Error && 'stdout' in error ? String(error.stdout) : '',
          new RegExp(`: ${invariant}`),
        )
        return true
      })
    })
  }
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { root } from '../support/processes/command-line.ts'
import { blockOf } from './blocks.ts'
import { Reader } from './reader.ts'
import { stories } from './stories.ts'
import { Story } from './story.ts'

// The commands of the pages, as a reader runs them: from top to bottom in a folder that looks like a
// clone, with a service of their own.

/** An archive of the sources has no history. */
function isRepository(): boolean {
  return existsSync(join(root, '.git')) && spawnSync('git', ['--version']).status === 0
}

/** The sandbox answers soon, and no test waits for a limit that the pages do not show. */
const settings = { TUNING: 'sandbox_delay_ms=20,token_rate_limit_per_minute=1000' }

for (const [page, steps] of Object.entries(stories))
  suite(`the commands of ${page}`, () => {
    const reader = new Reader(settings)
    const story = new Story(reader)
    const blocks = Object.entries(steps).map(([beginning, step]) => ({ block: blockOf(page, beginning), step }))

    before(async () => {
      const needsService = blocks.some(({ block: { text } }) => /bin\/selfbill|https?:/.test(text))
      if (needsService && !blocks[0]?.step.isService) await story.start('bin/selfbill serve')
    })
    after(() => reader.leave())

    test('they are listed in the order of the page', () => {
      const lines = blocks.map(({ block }) => block.line)
      assert.deepEqual(
        lines,
        lines.toSorted((one, other) => one - other),
      )
    })

    for (const { block, step } of blocks) story.step(block, step)

    test('what the commands wrote is nothing that git would add', { skip: isRepository() ? false : 'no git' }, () => {
      const written = reader.written()
      const asked = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
        cwd: root,
        input: written.join('\n'),
        encoding: 'utf8',
      })
      const ignored = asked.stdout.split('\n')
      assert.deepEqual(
        written.filter((name) => !ignored.includes(name)),
        [],
        'add them to .gitignore',
      )
    })
  })

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/processes/command-line.ts'
import { answers, requests, ruleBook } from './answers.ts'
import { type Block, type Blocks, blockOf, blocks, placeOf, textOf } from './blocks.ts'
import { elsewhere, generated } from './elsewhere.ts'
import { fragmentsInPages } from './fragments-in-pages.ts'
import { notHere } from './not-here.ts'
import { programs } from './programs.ts'
import { rulesInPages } from './rules-in-pages.ts'
import { settingsInPages } from './settings-in-pages.ts'
import { databaseStory, stories } from './stories.ts'

// Every block of every page is run, read or compared by a test, or stands in the list of those that
// cannot be, with the reason.

const tables: readonly Blocks<unknown>[] = [
  stories,
  answers,
  requests,
  programs,
  settingsInPages,
  rulesInPages,
  fragmentsInPages,
  elsewhere,
  notHere,
]

const listed: readonly Block[] = [
  ...tables.flatMap((table) =>
    Object.entries(table).flatMap(([page, entries]) =>
      Object.keys(entries).map((beginning) => blockOf(page, beginning)),
    ),
  ),
  ...databaseStory.map(([page, beginning]) => blockOf(page, beginning)),
  ...answersOfCommands(),
  blockOf(...ruleBook),
]

/** Blocks that show what the commands above them print. */
function answersOfCommands(): readonly Block[] {
  return Object.entries(stories).flatMap(([page, steps]) =>
    Object.values(steps).flatMap(({ shows }) => (shows === undefined ? [] : [blockOf(page, shows)])),
  )
}

test('every block is in a table', () => {
  const left = blocks.filter((block) => !listed.includes(block) && !(block.page in generated))
  assert.deepEqual(
    left.map((block) => `${placeOf(block)} ${block.text.split('\n')[0]}`),
    [],
    'add each to a table of test/docs/, where a test runs or reads it',
  )
  assert.ok(blocks.length > 150, 'blocks are found at all')
})

test('no block is in two tables', () => {
  const twice = listed.filter((block, at) => listed.indexOf(block) !== at)
  assert.deepEqual(twice.map(placeOf), [])
})

test('what runs elsewhere names its page there', () => {
  for (const [page, entries] of Object.entries(elsewhere))
    for (const file of Object.values(entries)) assert.ok(readFileSync(join(root, file), 'utf8').includes(page), file)
})

test('a page that is generated says so', () => {
  for (const page of Object.keys(generated)) assert.match(textOf(page), /^<!-- Written by scripts\/generate\.ts/)
})

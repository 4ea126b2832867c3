import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allSentences, type Wording } from '../../src/console/language/words.ts'
import { shellWords } from '../../src/console/layout/shell-words.ts'
// All pages, and with them the words of each.
import '../../src/console/pages/routes.ts'

// The clerk's guide uses the words on the screen: each bold or quoted text is one of the console's.

const guide = readFileSync(new URL('../../docs/guide/clerk.md', import.meta.url), 'utf8')
/** Buttons with the same name in both languages. */
const untranslated = ['PDF', 'XML']
const onScreen = new Set([...untranslated, ...allSentences().flatMap(({ en }) => formsOf(en))])

test('what the guide opens first is in the menu', () => {
  const opened = Array.from(guide.matchAll(/\b[Oo]pen \*\*([^*]+)\*\*/g), ([, text = '']) => text)
  assert.ok(opened.length > 4)
  const menu = new Set(Object.values(shellWords).map(({ en }) => en))
  assert.deepEqual(
    opened.filter((text) => !menu.has(text)),
    [],
  )
})

test('every bold text of the guide stands on the screen', () => {
  const bold = Array.from(guide.matchAll(/\*\*([^*]+)\*\*/g), ([, text = '']) => text.replaceAll(/\s+/g, ' '))
  assert.ok(bold.length > 20, 'texts are found at all')
  assert.deepEqual(
    bold.filter((text) => text !== 'bold' && !onScreen.has(text)),
    [],
  )
})

test('every quoted text begins one on the screen', () => {
  const quoted = Array.from(guide.matchAll(/^\| "([^"]+)"/gm), ([, text = '']) => text)
  assert.ok(quoted.length > 4, 'texts are found at all')
  assert.deepEqual(
    quoted.filter((text) => ![...onScreen].some((shown) => shown.startsWith(text))),
    [],
  )
})

/** Each form of a plural; an ellipsis for what a page fills in, and no full stop, as in the guide. */
function formsOf(wording: Wording): readonly string[] {
  const forms = typeof wording === 'string' ? [wording] : Object.values(wording)
  return forms.map((form) => form.replaceAll(/\{\w+\}/g, '…').replace(/\.$/, ''))
}

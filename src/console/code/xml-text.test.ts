import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indentedXml } from './xml-text.ts'

test('XML is shown over several lines, and no text of an element changes', () => {
  const text =
    '<?xml version="1.0"?>\n<a:Invoice xmlns:a="x>y"><b id="1"> two  words </b><c/><d><e>1 &lt; 2</e></d><f></f></a:Invoice>'
  assert.equal(
    indentedXml(text),
    [
      '<?xml version="1.0"?>',
      '<a:Invoice xmlns:a="x>y">',
      '  <b id="1"> two  words </b>',
      '  <c/>',
      '  <d>',
      '    <e>1 &lt; 2</e>',
      '  </d>',
      '  <f></f>',
      '</a:Invoice>',
    ].join('\n'),
  )
})

test('the beginning of a text, and what is no XML, do no harm', () => {
  assert.equal(indentedXml('<a><b>1</b><c att'), '<a>\n  <b>1</b>\n  <c att')
  assert.equal(indentedXml('</a></a>plain'), '</a>\n</a>plain')
  assert.equal(indentedXml(''), '')
  assert.ok(indentedXml('<a>'.repeat(2_000)).length < 200_000)
})

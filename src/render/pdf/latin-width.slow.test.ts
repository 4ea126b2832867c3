import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NodeCompiler } from '@selfbill/printing/native'
import { latinWidth } from './latin-width.ts'
import { fontFiles } from './page-fonts.ts'

const compiler = NodeCompiler.create({ workspace: '/', fontArgs: [{ fontPaths: [...fontFiles()] }] })

test('the widths of letters are those that Typst measures, and other letters have none', () => {
  const codes = Array.from({ length: 0x180 - 0x20 }, (_, at) => 0x20 + at)
  const measured = measuredAt1000pt(codes.map((code) => String.fromCharCode(code)))
  for (const [at, code] of codes.entries()) {
    const isKnown = code < 0x7f || (code >= 0xa0 && code <= 0xff && code !== 0xad)
    const width = latinWidth(String.fromCharCode(code))
    if (isKnown) assert.ok(Math.abs((width ?? 0) * 1000 - (measured[at] ?? 0)) <= 1, `U+${code.toString(16)}: ${width}`)
    else assert.equal(width, undefined, `U+${code.toString(16)}`)
  }
})

test('no pair of letters is set wider than the margin of page.typ', () => {
  const letters = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
  const pairs = letters.flatMap((one) => letters.map((other) => (one + other).repeat(4)))
  const measured = measuredAt1000pt(pairs)
  const ratios = pairs.map((pair, at) => (measured[at] ?? 0) / ((latinWidth(pair) ?? 0) * 1000))
  const widest = ratios.indexOf(Math.max(...ratios))
  assert.ok((ratios[widest] ?? 0) < 1.16, `${pairs[widest]}: ${ratios[widest]}`)
})

function measuredAt1000pt(texts: readonly string[]): readonly number[] {
  compiler.mapShadow('/texts.json', Buffer.from(JSON.stringify(texts)))
  compiler.addSource(
    '/measure.typ',
    `#set text(font: "Noto Sans", fallback: false, size: 1000pt)
#context [#metadata(json("/texts.json").map(text => measure(text).width.pt())) <widths>]`,
  )
  return compiler.query({ mainFilePath: '/measure.typ' }, { selector: '<widths>', field: 'value' })[0]
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type HtmlValue, html, verbatim } from './html.ts'
import { TemplateInvalid } from './template.ts'

const attacks = [
  '"><script>alert(1)</script>',
  "' onerror='alert(1)",
  '</textarea><img src=x onerror=alert(1)>',
  '<!-- ',
  ']]>',
  '&lt;script&gt;',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JaVaScRiPt\n:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '\u0000\u202e{x}`',
]
const hostile = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...attacks)).map((parts) => parts.join('')),
)

test('a value never leaves its place, in text, attributes and addresses', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const text = String(
        html`<p title="${value}" class="a ${value}"><a href="/x/${value}?y=${value}">${[value]}</a></p>`,
      )
      const shape = text.replaceAll(/"[^"]*"/g, '""').replaceAll(/>[^<]*</g, '><')
      assert.equal(shape, '<p title="" class=""><a href=""></a></p>')
      assert.doesNotMatch(text, /&(?!#\d+;)/)
    }),
  )
})

test('a browser reads back the same text', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const text = /^<b>([\s\S]*)<\/b>$/.exec(String(html`<b>${value}</b>`))?.[1] ?? ''
      assert.equal(
        text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
        value,
      )
    }),
  )
})

test('an address that a browser could run is left out', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const address = /href="([^"]*)"/.exec(String(html`<a href="${value}">x</a>`))?.[1]
      if (address === undefined) return
      const read = address.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      assert.match(new URL(read, 'https://here.invalid/').protocol, /^(https?|mailto):$/)
    }),
  )
  assert.equal(String(html`<a href="${'javascript:alert(1)'}">x</a>`), '<a>x</a>')
  assert.equal(String(html`<a href="${'/a?b=c&d'}">x</a>`), '<a href="/a?b=c&#38;d">x</a>')
})

test('values write what their type says', () => {
  assert.equal(String(html`${undefined}${null}${false}${''}${0}${12n}${['a', [html`<i>b</i>`]]}`), '012a<i>b</i>')
  assert.equal(
    String(html`<input checked="${true}" disabled="${false}" value="${0}" name="${undefined}">`),
    '<input checked="" value="0">',
  )
  assert.equal(String(html`<p class="a ${undefined} ${false}">${verbatim('<hr>')}</p>`), '<p class="a  "><hr></p>')
  assert.throws(() => html`${true}`, TypeError)
  assert.throws(() => html`<p title="${html`<b>x</b>`}"></p>`, TypeError)
  assert.throws(() => html`<p class="a ${['x']}"></p>`, TypeError)
})

test('templates that could run or lose a value are refused', () => {
  const x = 'x'
  const refused: readonly (() => HtmlValue)[] = [
    () => html`<a href=${x}>`,
    () => html`<a title='${x}'>`,
    () => html`<a title=x>`,
    () => html`<a onclick="${x}">`,
    () => html`<a onclick="f()">`,
    () => html`<a hx-on:click="f()">`,
    () => html`<a style="color: red">`,
    () => html`<iframe srcdoc="${x}">`,
    () => html`<a ${x}>`,
    () => html`<a ${x}="1">`,
    () => html`<${x}>`,
    () => html`<script>${x}</script>`,
    () => html`<style>a { color: ${x} }</style>`,
    () => html`<!-- ${x} -->`,
    () => html`<a href="${x}/b">`,
    () => html`<a hx-vals="${x}">`,
    () => html`1 < ${x}`,
    () => html`<a title="${x}`,
  ]
  for (const use of refused) assert.throws(use, TemplateInvalid, String(use))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from './compile.ts'
import { SchematronError } from './engine.ts'

// Every element and attribute of ISO Schematron has an effect, describes the schema, or is refused
// with its file and place. The list is written from the standard and shares nothing with the code.
// Source: ISO/IEC 19757-3:2016, Annex A; and what the editions of 2020 and 2025 add.

const file = { name: 'main.sch' }

/** A schema in which each attribute with an effect occurs. `%` marks where a test adds its own. */
const schema = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2" defaultPhase="ph" id="s" schemaVersion="1" icon="i" see="s" fpi="f">
  <title>Title</title><ns prefix="u" uri="urn:u"/><p id="p1" class="c" icon="i">Text <emph>e</emph><dir value="ltr">d</dir><span class="c">s</span></p>
  <let name="limit" value="2"/>
  <phase id="ph" icon="i" see="s" fpi="f"><p>x</p><let name="inPhase" value="1"/><active pattern="one">Text <emph>e</emph></active><active pattern="two"/></phase>
  <pattern id="one" icon="i" see="s" fpi="f"><title>Title</title><p>x</p><let name="own" value="$inPhase"/>
    <rule abstract="true" id="base"><report test="@old">old</report></rule>
    <rule context="u:a" id="r" flag="rf" role="rr" icon="i" see="s" fpi="f"><let name="n" value="$limit - $own"/><extends rule="base"/><extends href="rule.sch"/>
      <assert test="$n = 2" id="A" flag="fatal" role="ar" diagnostics="d" properties="p" icon="i" see="s" fpi="f">at <name path=".."/> is <value-of select="."/> <emph>e</emph><dir value="rtl">d</dir><span class="c">s</span> <value-of select="$n"/></assert>
      <report test="true()" id="R" flag="warning" role="err" diagnostics="d" properties="p" icon="i" see="s" fpi="f">m</report><p>x</p></rule>
    <include href="more.sch"/></pattern>
  <pattern abstract="true" id="template"><rule context="$node"><assert test="false()">never</assert></rule></pattern>
  <pattern is-a="template" id="two"><param name="node" value="b"/></pattern>
  <diagnostics><diagnostic id="d" role="x" icon="i" see="s" fpi="f" xml:lang="de">D <value-of select="."/></diagnostic></diagnostics>
  <properties><property id="p" role="pr" scheme="ps">P <name/><value-of select="."/></property></properties>
</schema>`
const files: Readonly<Record<string, string>> = {
  'rule.sch': '<rule xmlns="http://purl.oclc.org/dsdl/schematron"><assert test="false()">from a file</assert></rule>',
  'more.sch': '<rule xmlns="http://purl.oclc.org/dsdl/schematron" context="c"><assert test="false()">c</assert></rule>',
}
const document = '<r xmlns:u="urn:u"><u:a old="1">x</u:a><b/><c/></r>'

/** Attributes by element: `!` has an effect, `-` describes, `x` is refused. */
const attributes: Readonly<Record<string, string>> = {
  schema: '!defaultPhase !queryBinding -id -schemaVersion -icon -see -fpi xschematronEdition',
  ns: '!prefix !uri',
  let: '!name !value xas',
  title: '',
  p: '-id -class -icon',
  emph: '',
  dir: '-value',
  span: '-class',
  phase: '!id -icon -see -fpi xwhen xfrom',
  active: '!pattern',
  pattern: '!id !is-a !abstract -icon -see -fpi xdocuments xsubject xrole',
  param: '!name !value',
  rule: '!context !abstract !id !flag !role -icon -see -fpi xsubject xvisit-each',
  extends: '!rule !href',
  include: '!href',
  assert: '!test !id !flag !role !diagnostics !properties -icon -see -fpi xsubject xseverity',
  report: '!test !id !flag !role !diagnostics !properties -icon -see -fpi xsubject xseverity',
  diagnostics: '',
  diagnostic: '!id !role -icon -see -fpi',
  properties: '',
  property: '!id !role !scheme',
  name: '!path',
  'value-of': '!select',
}

/** Elements by parent, with those of later editions. */
const children: Readonly<Record<string, string>> = {
  schema: 'include title ns p let phase pattern diagnostics properties',
  phase: 'include p let active',
  pattern: 'include title p let rule param',
  rule: 'include let assert report extends p',
  assert: 'name value-of emph dir span',
  report: 'name value-of emph dir span',
  diagnostics: 'include diagnostic',
  diagnostic: 'name value-of emph dir span',
  properties: 'include property',
  property: 'name value-of emph dir span',
  active: 'dir emph span',
}
const later = ['group', 'library', 'rules', 'severity', 'unknown']

/** What somebody sees of a schema: its refusal, or its verdict and its report. */
function seen(text: string): string {
  try {
    const load = (href: string) => (files[href] === undefined ? undefined : { name: href, text: files[href] })
    const compiled = compile({ ...file, text }, { load })
    return JSON.stringify([compiled.evaluate(document), compiled.report(document)])
  } catch (error) {
    assert.ok(error instanceof SchematronError, String(error))
    return error.message
  }
}

/** The start tag of the first element of that name which has the attribute, if one is wanted. */
function tagOf(element: string, attribute?: string): string {
  const tags = [...schema.matchAll(new RegExp(`<${element}(?=[ />])[^>]*>`, 'g'))].map(([tag]) => tag)
  const found = tags.find((tag) => attribute === undefined || tag.includes(` ${attribute}=`))
  assert.ok(found, `the schema of this test has no ${element} with ${attribute}`)
  return found
}

test('each attribute of the standard has an effect, describes, or is refused', () => {
  const before = seen(schema)
  assert.match(before, /from a file/)
  assert.match(
    before,
    /fired-rule id=\\"r\\" flag=\\"rf\\" role=\\"rr\\"|fired-rule id=\\"r\\" role=\\"rr\\" flag=\\"rf\\"/,
  )
  for (const [element, list] of Object.entries(attributes))
    for (const entry of list.split(' ').filter((one) => one !== '')) {
      const [kind, attribute] = [entry.slice(0, 1), entry.slice(1)]
      if (kind === 'x') {
        const tag = tagOf(element)
        const after = seen(schema.replace(tag, tag.replace(`<${element}`, `<${element} ${attribute}="zzz"`)))
        const reason = new RegExp(
          `^main\\.sch: .*(the attribute )?${attribute === 'as' ? '\\(as\\)' : attribute} .*not supported`,
        )
        assert.match(after, reason, `${element} ${attribute}`)
        continue
      }
      const tag = tagOf(element, attribute)
      const changed = tag.replace(new RegExp(` ${attribute}="[^"]*"`), ` ${attribute}="zzz"`)
      assert.notEqual(changed, tag)
      const after = seen(schema.replace(tag, changed))
      if (kind === '!') assert.notEqual(after, before, `${element} ${attribute} is ignored`)
      else assert.equal(after, before, `${element} ${attribute}`)
    }
})

test('each element is read where the standard allows it, and refused elsewhere', () => {
  const known = [...new Set([...Object.keys(attributes), ...later])]
  for (const [parent, allowed] of Object.entries(children))
    for (const child of known) {
      const tag = tagOf(parent)
      const inside = tag.endsWith('/>') ? `${tag.slice(0, -2)}><${child}/></${parent}>` : `${tag}<${child}/>`
      const after = seen(schema.replace(tag, inside))
      const refusal = `${child} inside ${parent} is not supported`
      if (allowed.split(' ').includes(child)) assert.ok(!after.includes(refusal), `${child} in ${parent}: ${after}`)
      else assert.match(after, new RegExp(`^main\\.sch: .*${refusal}`), `${child} in ${parent}`)
    }
})

test('what only looks like a part of the schema is refused, and what the author adds is not', () => {
  const inPattern = (text: string) => seen(schema.replace('<title>Title</title><p>x</p>', `$&${text}`))
  assert.match(
    inPattern('<rule xmlns="" context="b"/>'),
    /^main\.sch: pattern one: rule is not in the namespace of ISO/,
  )
  assert.match(
    inPattern('<old:rule xmlns:old="http://www.ascc.net/xml/schematron"/>'),
    /old:rule is not in the namespace/,
  )
  assert.match(
    inPattern('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="more.sch"/>'),
    /xi:include is not supp/,
  )
  assert.match(inPattern('<xsl:variable name="x"/>'), /xsl:variable inside pattern is not supported/)
  assert.match(
    seen(schema.replace('<let name="limit" value="2"/>', '<let name="limit"><x xmlns="urn:x"/></let>')),
    /let limit: content/,
  )
  assert.match(seen(schema.replace('id="one"', 'xml:base="x/" id="one"')), /pattern one: xml:base is not supported/)
  assert.match(
    seen(schema.replace('abstract="true"', 'abstract="yes"')),
    /rule base: abstract is "yes", not true or false/,
  )
  assert.equal(inPattern('<sqf:fix xmlns:sqf="urn:fix" id="x"/>').includes('not supported'), false)
})

test('two declarations of one name are refused with their place', () => {
  const twice: Readonly<Record<string, RegExp>> = {
    '<ns prefix="u" uri="urn:u"/>': /ns u is declared twice/,
    '<let name="limit" value="2"/>': /let limit is declared twice/,
    '<let name="inPhase" value="1"/>': /phase ph: let inPhase is declared twice/,
    '<let name="own" value="$inPhase"/>': /pattern one: let own is declared twice/,
    '<let name="n" value="$limit - $own"/>': /pattern one, rule r: let n is declared twice/,
    '<rule abstract="true" id="base"><report test="@old">old</report></rule>':
      /pattern one: rule base is declared twice/,
    '<pattern abstract="true" id="template"><rule context="$node"><assert test="false()">never</assert></rule></pattern>':
      /pattern template is declared twice/,
    '<property id="p" role="pr" scheme="ps">P <name/><value-of select="."/></property>':
      /properties: property p is declared/,
  }
  for (const [text, reason] of Object.entries(twice)) {
    const other = text.replace('urn:u', 'urn:other')
    assert.match(seen(schema.replace(text, () => `${text}${other}`)), reason)
    assert.match(seen(schema.replace(text, () => `${text}${other}`)), /^main\.sch: /)
  }
  // The same namespace twice is no question.
  assert.equal(seen(schema.replace('<ns prefix="u" uri="urn:u"/>', '$&$&')), seen(schema))
})

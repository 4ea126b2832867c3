import { escapeXml } from '@selfbill/schematron/xml'
import type { FeatureCase } from './feature-case.ts'
import { assertion, pattern, rule, schematron } from './schematron-text.ts'

// A table of declared types: the values that a parameter, a variable and the result of an
// xsl:function accept, and those that are an error.

interface Row {
  readonly type: string
  readonly accepts: readonly string[]
  readonly refuses: readonly string[]
}

const rows: readonly Row[] = [
  {
    type: 'xs:string',
    accepts: ['a', 'w', '@k', 'a/text()', 'string(a)'],
    refuses: ['b', 'z', '()', 'number(a)', 'count(b)', '(a, @k)', 'b/string(.)'],
  },
  { type: 'xs:string?', accepts: ['a', 'z', '()', 'b[2]'], refuses: ['b', 'a | b', 'count(b)', "a = '1'"] },
  { type: 'xs:string*', accepts: ['z', 'b', '(a, @k)'], refuses: ['(a, count(b))', 'number(a)'] },
  { type: 'xs:string+', accepts: ['a', 'b'], refuses: ['z', '()'] },
  { type: 'xs:integer', accepts: ['a', 'count(b)'], refuses: ['w', 'b', 'z', 'xs:decimal(a)', 'string(a)'] },
  {
    type: 'xs:decimal',
    accepts: ['a', 'count(b)', 'xs:decimal(a)'],
    refuses: ['w', 'b', 'z', 'number(a)', 'string(a)'],
  },
  { type: 'xs:decimal?', accepts: ['a', 'z', 'z/xs:decimal(.)'], refuses: ['b', 'w', 'b/xs:decimal(.)'] },
  {
    type: 'xs:double',
    accepts: ['a', 'count(b)', 'xs:decimal(a)', 'number(w)'],
    // SaxonJS also takes texts and booleans.
    refuses: ['w', 'b', 'z'],
  },
  { type: 'xs:boolean', accepts: ['a', "a = '1'"], refuses: ['w', 'b', 'z', 'count(b)'] },
  { type: 'xs:date', accepts: ['d', 'xs:date(d)'], refuses: ['a', 'b', 'z', 'string(d)'] },
  { type: 'xs:anyAtomicType', accepts: ['a', 'count(b)'], refuses: ['b', 'z'] },
  { type: 'element()', accepts: ['a', 'b[2]'], refuses: ['b', 'z', '@k', 'a/text()', 'string(a)'] },
  { type: 'element()*', accepts: ['z', 'b'], refuses: ['@k', 'string(a)'] },
  { type: 'attribute()', accepts: ['@k'], refuses: ['(a)', '(z)'] },
  { type: 'node()?', accepts: ['a', '@k', 'z', '/'], refuses: ['b', 'count(b)'] },
  { type: 'item()', accepts: ['a', 'count(b)'], refuses: ['b', 'z'] },
]

const forms = ['parameter', 'variable', 'result'] as const

function declared(form: (typeof forms)[number], name: string, type: string): string {
  const as = (one: typeof form) => (one === form ? ` as="${type}"` : '')
  return (
    `<xsl:function name="u:${name}"${as('result')}><xsl:param name="v"${as('parameter')}/>` +
    `<xsl:variable name="w"${as('variable')} select="$v"/><xsl:sequence select="$w"/></xsl:function>`
  )
}

/** SaxonJS refuses a stylesheet where a value cannot have the type, so the type of values is hidden. */
function hidden(value: string): string {
  return /^[a-z]$/.test(value) ? value : `if (@q) then (@q, a, true()) else (${value})`
}

const calls = rows.map(({ accepts, refuses }, at) =>
  forms.flatMap((form) =>
    [...accepts, ...refuses].map((value, place) => ({
      id: `${form}-${at}-${place}`,
      test: `string-join(for $i in u:${form}${at}(${hidden(value)}) return string($i), '') != 'q'`,
      isRefused: place >= accepts.length,
    })),
  ),
)

export const declaredTypes: FeatureCase = {
  feature: 'declared types of parameters, variables and results',
  schema: schematron(
    rows.map(({ type }, at) => forms.map((form) => declared(form, `${form}${at}`, escapeXml(type))).join('')).join('') +
      // SaxonJS compiles many small templates faster than a large one.
      calls.map((some) => pattern(rule('r', ...some.map(({ id, test }) => assertion(id, test))))).join(''),
  ),
  documents: {
    '<r k="5"><a>1</a><b>1</b><b>2</b><w>x</w><d>2026-01-01</d></r>': calls
      .flat()
      .filter(({ isRefused }) => isRefused)
      .map(({ id }) => `${id}@0 error m`),
    '<s/>': [],
  },
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { compile, SchematronError } from '@selfbill/schematron'
import { escapeXml } from '@selfbill/schematron/xml'

// `npm run test:conformance-suite -- DIR`: the schemas of the conformance suite of Schematron (a copy
// of Schematron/schematron-conformance), each with the outcome that it wants. What differs is listed
// with the reason; a difference without a known reason, or a reason without a difference, fails.

/** Why an outcome is not that of the suite, by the name of the case. */
const hidden = 'A pattern may hide a variable of the schema, as let-scope-pattern-01 and let-scope-phase-01 want it.'
const notRead = 'Refused by name: the value of a variable is an expression.'
const otherDocument = 'Refused by name: the judged document names other files, and its folder is not known.'
const reasons: Readonly<Record<string, string>> = {
  'let-name-collision-error-05': hidden,
  'let-name-collision-error-06': hidden,
  'let-value-element-content-01 1': notRead,
  'let-value-element-content-01 2': notRead,
  'pattern-subordinate-document-01': otherDocument,
  'pattern-subordinate-document-02': otherDocument,
  'rule-abstract-02':
    'An abstract rule of another pattern is found, as by the ISO stylesheets; published schemas need it.',
  'svrl-property-copy-of': 'Refused by name: texts of a report hold no elements.',
}

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.log('Not run: name the folder of a copy of the conformance suite of Schematron.')
} else {
  const cases = globSync('**/tests/*/*.xml', { cwd: folder })
    .sort()
    .flatMap((path) => casesIn(join(folder, path)))
  let wanted = 0
  let failed = false
  for (const one of cases) {
    const outcome = outcomeOf(one)
    const reason = reasons[one.name]
    const isWanted = outcome.kind === one.expected
    if (isWanted) wanted += 1
    else console.log(`${one.name}: ${outcome.text}, wanted ${one.expected}. ${reason ?? 'Why is not known.'}`)
    if (isWanted === (reason !== undefined)) failed = true
  }
  console.log(`${wanted} of ${cases.length} schemas have the outcome that the suite wants.`)
  if (failed || cases.length === 0) process.exitCode = 1
}

interface Case {
  /** The file, with the number of the schema where it has several. */
  readonly name: string
  readonly schema: string
  readonly phase: string | undefined
  readonly document: string
  readonly files: ReadonlyMap<string, string>
  readonly expected: string
  /** XPath tests of the report. */
  readonly expectations: readonly string[]
}

/** The parts are cut from the text, so that their prefixes and blanks stay. */
function casesIn(path: string): readonly Case[] {
  const text = readFileSync(path, 'utf8')
  const parts = (tag: string) => [...text.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
  const attribute = (name: string, head: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1]
  const [, root = ''] = /<testcase([^>]*)>/.exec(text) ?? []
  const [[, schemas = ''] = []] = parts('schemas')
  const [[, , document = ''] = []] = parts('primary')
  const all = parts('sch:schema').map(([schema]) => schema)
  return all.map((schema, at) => ({
    name: `${basename(path, '.xml')}${all.length > 1 ? ` ${at + 1}` : ''}`,
    schema: withNamespaces(schema),
    phase: attribute('phase', schemas),
    document: withNamespaces(document),
    files: new Map(
      parts('secondary').map(([, head = '', file = '']) => [attribute('filename', head) ?? '', withNamespaces(file)]),
    ),
    expected: attribute('expect', root) ?? 'valid',
    expectations: [...text.matchAll(/<expectation test="([^"]*)"/g)].map(([, test = '']) => test),
  }))
}

/** Elements without a prefix are in the namespace of the test case, unless they say otherwise. */
function withNamespaces(part: string): string {
  const trimmed = part.trim()
  const [tag = ''] = /^<[^>]*/.exec(trimmed) ?? []
  if (/\sxmlns="/.test(tag)) return trimmed
  return trimmed.replace(/^<[^\s/>]+/, (start) => `${start} xmlns="tag:dmaus@dmaus.name,2019:Schematron:Testsuite"`)
}

interface Outcome {
  readonly kind: string
  readonly text: string
}

function outcomeOf({ schema, phase, document, files, expectations }: Case): Outcome {
  try {
    const load = (href: string, from: string) => {
      const name = join(dirname(from), href)
      const text = files.get(name)
      return text === undefined ? undefined : { name, text }
    }
    const compiled = compile({ name: 'schema.sch', text: schema }, { load, ...(phase === undefined ? {} : { phase }) })
    const { isValid, findings } = compiled.evaluate(document)
    const broken = findings.find(({ error }) => error !== undefined)
    if (broken) return { kind: 'error', text: `an error: ${broken.error}` }
    const report = compiled.report(document)
    const missed = expectations.find((test) => !holds(test, report))
    if (missed !== undefined) return { kind: 'other report', text: `the report does not have ${missed}` }
    return isValid ? { kind: 'valid', text: 'valid' } : { kind: 'invalid', text: 'invalid' }
  } catch (error) {
    if (error instanceof SchematronError) return { kind: 'error', text: `refused (${error.message})` }
    throw error
  }
}

function holds(test: string, report: string): boolean {
  const iso = 'xmlns="http://purl.oclc.org/dsdl/schematron"'
  const svrl = '<ns prefix="svrl" uri="http://purl.oclc.org/dsdl/svrl"/>'
  const rule = `<pattern><rule context="/"><assert test="${escapeXml(test)}"/></rule></pattern>`
  return compile(`<schema ${iso}>${svrl}${rule}</schema>`).evaluate(report).isValid
}

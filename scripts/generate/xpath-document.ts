import { axes, operators } from '../../schematron/src/xpath/parser.ts'
import { signatures } from '../../schematron/src/xpath/signatures.ts'
import { atomicTypes, itemKinds, nodeKinds } from '../../schematron/src/xpath/token-reader.ts'
import type { GeneratedFile } from './generated-file.ts'

/** schematron/XPATH.md: what an expression may use, from the declarations that the engine itself works by. */
export function xpathDocument(): GeneratedFile {
  const supported = [...operators].filter(([, { form }]) => form !== 'unsupported')
  const rows = [
    ['axes', list([...axes.keys()])],
    [
      'node tests',
      `names, \`*\`, \`prefix:*\`, \`*:name\`, ${list([...nodeKinds.keys()].map((kind) => `${kind}()`))}, \`processing-instruction(name)\``,
    ],
    ['operators', `${list(supported.map(([text]) => wholeOperators[text] ?? text))}, unary \`+\` and \`-\``],
    ['other expressions', '`for`, `some` and `every` with several variables, `if`, sequences, filters, comments'],
    [
      'atomic types',
      `${list([...atomicTypes.keys()].map((type) => `xs:${type}`))}: constructors, \`cast as\` and \`castable as\``,
    ],
    [
      'sequence types',
      `the atomic types, \`xs:anyAtomicType\`, ${list([...itemKinds.keys()].map((kind) => `${kind}()`))}, with \`?\`, \`*\` or \`+\``,
    ],
  ]
  const functions = [...signatures.values()].map(({ text }) => text)
  const table = rows.map(([part, what]) => `| ${part} | ${what?.replaceAll('|', '\\|')} |`)
  const text = [
    preamble,
    ['| Part | What is there |', '|---|---|', ...table].join('\n'),
    functionsHead,
    ['```', ...functions, '```'].join('\n'),
  ]
  return { path: 'schematron/XPATH.md', text: `${text.join('\n\n')}\n` }
}

const wholeOperators: Readonly<Record<string, string>> = {
  instance: 'instance of',
  castable: 'castable as',
  cast: 'cast as',
}

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}

const preamble = `<!-- Written by scripts/generate.ts from schematron/src/xpath: do not edit. -->

# XPath in @selfbill/schematron

What an expression may use. Everything else is refused by its name, with the file, the rule and the place, when the schema is
compiled.`

const functionsHead = `## Functions

Parameters in brackets may be left out. Types are those of XML Schema; \`numeric\` is an integer, a decimal or a double. The functions
that a schema declares with \`xsl:function\` come on top.`

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SchematronError } from './errors.ts'
import { readSchema } from './files.ts'
import type { Schema } from './schema.ts'
import type { VerdictFinding } from './verdict.ts'
import { XmlUnreadable } from './xml/read.ts'

/**
 * `schematron rules.sch document.xml…`. Returns the exit code: 0 without findings, 1 with findings,
 * 2 when something cannot be read.
 */
export function main(args: readonly string[], print: (text: string) => void = write): number {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [rules, ...documents] = positionals
    if (values.help === true || rules === undefined || documents.length === 0) {
      print(usage)
      return values.help === true ? 0 : 2
    }
    const { phase, folder } = values
    const schema = readSchema(rules, {
      ...(phase === undefined ? {} : { phase }),
      ...(folder === undefined ? {} : { folder }),
    })
    const form = values.json === true ? 'json' : values.svrl === true ? 'svrl' : 'text'
    const worst = documents.map((path) => judge(schema, path, form, print))
    return Math.max(...worst)
  } catch (error) {
    print(`${reasonOf(error)}\n`)
    return 2
  }
}

const options = {
  svrl: { type: 'boolean' },
  json: { type: 'boolean' },
  phase: { type: 'string' },
  folder: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const usage = `schematron rules.sch document.xml… [--svrl | --json] [--phase ID] [--folder DIR]

Judges documents by a Schematron schema. Prints the findings of each document: as lines,
as a line of JSON with --json, as a report in SVRL with --svrl. The schema may
include files of its folder, or of the folder that --folder names.
Exit code: 0 without findings, 1 with findings, 2 when something cannot be read.
`

function judge(schema: Schema, path: string, form: 'text' | 'json' | 'svrl', print: (text: string) => void): number {
  try {
    const bytes = readFileSync(path)
    const { isValid, findings } = schema.evaluate(bytes)
    if (form === 'svrl') print(schema.report(bytes))
    else if (form === 'json') print(`${JSON.stringify({ document: path, isValid, findings })}\n`)
    else print(`${path}: ${isValid ? 'valid' : `${findings.length} findings`}\n${findings.map(lineOf).join('')}`)
    return isValid ? 0 : 1
  } catch (error) {
    print(`${path}: ${reasonOf(error)}\n`)
    return 2
  }
}

function lineOf({ id, flag, message, location, error }: VerdictFinding): string {
  const head = [flag, id].filter((part) => part !== '').join(' ')
  const reason = error === undefined ? '' : ` (cannot be evaluated: ${error})`
  return `  ${head === '' ? '' : `${head}: `}${message}${reason}\n    ${location}\n`
}

/** Errors of our own code are thrown on. */
function reasonOf(error: unknown): string {
  const isExpected = error instanceof SchematronError || error instanceof XmlUnreadable
  if (error instanceof Error && (isExpected || 'code' in error)) return error.message
  throw error
}

function write(text: string): void {
  // `schematron … | head`: the reader leaves, and the rest is dropped.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', failUnlessUnread)
  process.stdout.write(text)
}

function failUnlessUnread({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  console.error(`schematron: the output could not be written: ${message}`)
  process.exitCode = 2
}

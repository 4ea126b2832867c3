// Prints a test run: one line per finished file, the tests' standard output, every failure in full,
// the slowest files, the failures again (a long log is often read from its end), and the totals.
// When files share a process, each is a suite named after it.
import { relative, resolve } from 'node:path'
import { inspect } from 'node:util'

const slowestShown = 10
const errorLinesShown = 20

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* report(source) {
  const files = []
  const counts = new Map()
  const errorLines = new Map()
  const broken = new Set()
  const failures = []
  // Processes that run many files; the files count, not the process.
  const hosts = new Set()
  const began = performance.now()
  for await (const { type, data } of source) {
    if (type === 'test:stdout') yield data.message
    else if (type === 'test:stderr') {
      if (broken.has(data.file)) yield data.message
      errorLines.set(data.file, [...(errorLines.get(data.file) ?? []), data.message].slice(-errorLinesShown))
    } else if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) {
      failures.push(lateErrorOf(data))
      yield failures.at(-1)
    } else if (type === 'test:complete') {
      // `test:complete` arrives immediately; `test:fail` waits for files that started earlier.
      const count = countOf(counts, data.entryFile ?? data.file)
      if (isCase(data)) count[outcomeOf(data)] += 1
      if (!data.details.passed && isFailureItself(data)) {
        if (!isCase(data)) count.failed += 1
        failures.push(failureOf(data))
        yield failures.at(-1)
        // The process died before its tests ended. Only standard error has the reason, and it may
        // arrive later.
        if (isFile(data)) {
          broken.add(data.name)
          yield* errorLines.get(data.name) ?? []
        }
      }
      if (!isFile(data)) continue
      if (data.entryFile !== undefined) hosts.add(data.entryFile)
      else if (hosts.has(data.file) && count.failed === 0) continue
      counts.delete(data.entryFile ?? data.file)
      const file = { ...count, name: relative(process.cwd(), data.name), seconds: data.details.duration_ms / 1000 }
      files.push(file)
      yield lineOf(file)
    }
  }
  yield* closing(files, failures, (performance.now() - began) / 1000)
}

function countOf(counts, file) {
  const known = counts.get(file) ?? { passed: 0, failed: 0, skipped: 0 }
  counts.set(file, known)
  return known
}

/** A single test: neither a suite nor a file. */
function isCase(data) {
  return data.details.type !== 'suite' && !isFile(data)
}

function isFile(data) {
  if (data.nesting !== 0) return false
  return data.entryFile === undefined ? resolve(data.name) === data.file : /\.test\.ts$/.test(data.name)
}

function outcomeOf(data) {
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped'
  return data.details.passed ? 'passed' : 'failed'
}

/** A suite fails when one of its tests fails; only the test is shown. */
function isFailureItself(data) {
  return data.details.error?.failureType !== 'subtestsFailed'
}

function failureOf(data) {
  const place = data.file === undefined ? '' : ` (${data.file}:${data.line ?? 0})`
  return `\n✖ ${data.name}${place}\n${inspect(data.details.error.cause ?? data.details.error, { depth: 6 })}\n\n`
}

/** An error after the end of its test fails the process, and no test. */
function lateErrorOf({ file, message }) {
  return `\n✖ ${relative(process.cwd(), file ?? '')}\n${message}\n\n`
}

function lineOf({ name, passed, failed, skipped, seconds }) {
  const others = `${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `${failed > 0 ? '✖' : '✔'} ${name}  ${passed} passed${others}, ${seconds.toFixed(1)} s\n`
}

function* closing(files, failures, seconds) {
  if (files.length > 1) {
    const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
    yield `\nThe slowest files:\n${slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`).join('')}`
  }
  if (files.length > 1) yield* failures
  const sum = (outcome) => files.reduce((total, file) => total + file[outcome], 0)
  yield `\n${files.length} files, ${sum('skipped')} skipped, ${seconds.toFixed(0)} s\n`
  yield `${sum('passed')} passed, ${sum('failed')} failed\n`
}

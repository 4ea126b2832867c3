import { execFileSync } from 'node:child_process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { Decimal } from '@selfbill/schematron/decimal'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../src/rules/open-rulebook.ts'
import { anIssued } from '../test/support/requests/issued.ts'
import { aLine, aPurchaseInvoice, type Members } from '../test/support/requests/requests.ts'
import { oneSchematron } from '../test/support/rules/one-schematron.ts'
import { secondEngine } from '../test/support/rules/second-engine.ts'
import { figure, median, printTable, timed } from './measure.ts'

/**
 * The cost of the rule book alone: builds the tree as a create does, and judges it. Except for
 * "again", each judgement is the first of its tree, since a tree remembers the decimals that were
 * read from it.
 */
export async function run(): Promise<void> {
  const rulebook = await openRulebook({ gaps: true })
  const saxon = await saxonTimes()
  const rows: string[][] = []
  const ms = new Map<string, number>()
  for (const lines of [1, 10, 100, 1000, 10_000]) {
    const first = firstJudgement(rulebook, withLines(lines))
    ms.set(`${lines}`, first.ms)
    const theirs = saxon.get(lines)
    rows.push([
      `${lines}`,
      ...[first.ms, first.againMs].map(figure),
      figure((first.ms * 1000) / first.elements),
      theirs === undefined ? '' : figure(theirs),
      theirs === undefined ? '' : `${Math.round(theirs / first.ms)}×`,
    ])
  }
  printTable(['lines', 'rules', 'again', 'µs an element', 'SaxonJS', 'SaxonJS : rules'], rows)
  console.log(
    '\nMilliseconds, all rules and gaps. SaxonJS runs the same rule files as XSLT on a document it has read.\n',
  )
  const of = (lines: number) => ms.get(`${lines}`) ?? Number.NaN
  printTable(
    ['', 'measured', 'wanted'],
    [
      ['10 lines', `${figure(of(10))} ms`, '0.15 ms at most'],
      ['10 lines, faster than SaxonJS', `${Math.round((saxon.get(10) ?? Number.NaN) / of(10))}×`, '600× at least'],
      ['1,000 lines', `${figure(of(1000))} ms`, '12 ms at most'],
      ['10,000 lines, of 1,000', `${figure(of(10_000) / of(1000))}×`, '25× at most'],
      ['1,000 VAT groups', `${figure(firstJudgement(rulebook, withGroups(1000)).ms)} ms`, '50 ms at most'],
      ['start', `${startMs().map(figure).join(' + ')} ms`, '100 ms at most, to read + to judge the first'],
      ['20,000 judgements leave', `${figure(heapGrowthKb(rulebook))} kB`, 'nothing'],
    ],
  )
}

function withLines(count: number): Members {
  return aPurchaseInvoice({ document_lines: Array.from({ length: count }, () => aLine()) })
}

/** The given number of lines, each with its own rate. */
function withGroups(count: number): Members {
  const category = (at: number) => ({ id: 'S', percent: Decimal.of(500 + at, 2), tax_scheme: 'VAT' })
  return aPurchaseInvoice({
    document_lines: Array.from({ length: count }, (_, at) => aLine({ classified_tax_category: category(at) })),
  })
}

/**
 * The median of many first judgements, each of a new tree, and the cost of a second judgement of
 * the same tree.
 */
function firstJudgement(rulebook: Rulebook, request: Members): { ms: number; againMs: number; elements: number } {
  const issued = anIssued(request)
  let root = ublDocument(issued)
  const againMs = timed(() => rulebook.judge(root))
  const samples: number[] = []
  const until = performance.now() + 1500
  while (performance.now() < until || samples.length < 7) {
    root = ublDocument(issued)
    const began = performance.now()
    rulebook.judge(root)
    samples.push(performance.now() - began)
  }
  return { ms: median(samples), againMs, elements: elementsIn(root) }
}

/** Our rule files in the second engine, already compiled: judges 10 and 100 lines. */
async function saxonTimes(): Promise<ReadonlyMap<number, number>> {
  const { shared, own, gaps } = readOurRuleFiles()
  const engine = secondEngine(oneSchematron([...shared, ...(own.get('self-billing') ?? []), ...gaps]))
  const times = new Map<number, number>()
  for (const lines of [10, 100]) {
    const judge = await engine.reader(ublDocument(anIssued(withLines(lines))))
    times.set(lines, timed(judge, 2000))
  }
  return times
}

/** In a new process: opens the rules, and judges once. */
function startMs(): number[] {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const program = `
    import { openRulebook } from ${at('../src/rules/open-rulebook.ts')}
    import { readXml } from ${at('../schematron/src/xml/read.ts')}
    const root = readXml(process.argv[1])
    const began = performance.now()
    const rulebook = await openRulebook({ gaps: true })
    const opened = performance.now()
    rulebook.judge(root)
    console.log(JSON.stringify([opened - began, performance.now() - opened]))`
  const text = writeXml(ublDocument(anIssued(withLines(1))))
  const runs = Array.from({ length: 5 }, (): number[] => {
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program, text], { encoding: 'utf8' }),
    )
  })
  return [0, 1].map((part) => median(runs.map((times) => times[part] ?? Number.NaN)))
}

function heapGrowthKb(rulebook: Rulebook): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const issued = anIssued(withLines(10))
  const judge = (times: number) => {
    for (let at = 0; at < times; at += 1) rulebook.judge(ublDocument(issued))
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = judge(2000)
  return (judge(20_000) - before) / 1024
}

function elementsIn(root: Element): number {
  return root.children.reduce((count, child) => count + elementsIn(child), 1)
}

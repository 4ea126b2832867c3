import { figure, percentile, printTable } from '../measure.ts'
import type { CallRecord } from './caller.ts'
import type { Sample } from './figures.ts'
import type { Left } from './probe.ts'

/** The kinds of calls that each column groups. */
const groups: readonly (readonly [name: string, isWanted: (kind: string) => boolean])[] = [
  ['create', (kind) => ['create', 'create refused', 'twice', 'credit', 'broken', 'correct'].includes(kind)],
  ['large', (kind) => ['create 200 lines', 'create attached', 'batch'].includes(kind)],
  ['read', (kind) => ['retrieve', 'peppol-status', 'peppol-status-logs', 'events', 'xml', 'revisions'].includes(kind)],
  ['list', (kind) => kind.startsWith('list ')],
  ['print', (kind) => ['html', 'pdf', 'evidence'].includes(kind)],
]

const columns: readonly (readonly [title: string, width: number])[] = [
  ['s', 5],
  ['calls/s', 8],
  ...groups.map(([name]) => [`${name} p50/p99`, 16] as const),
  ['MB', 6],
  ['heap', 6],
  ['ext', 5],
  ['loop p99', 9],
  ['open', 5],
  ['fds', 4],
  ['db MB', 7],
  ['wal', 6],
  ['due', 5],
  ['wait', 6],
  ['hooks', 6],
]

/** The heading for `printSample`. */
export function printHead(): void {
  console.log(columns.map(([title, width]) => title.padStart(width)).join(' '))
}

export function printSample(sample: Sample, record: CallRecord, since: number): void {
  const seconds = (sample.at - since) / 1000
  const cells = [
    (sample.at / 1000).toFixed(0),
    figure(record.times(since, sample.at, isAnswered).length / seconds),
    ...groups.map(([, isWanted]) => {
      const times = record.times(since, sample.at, isWanted)
      return times.length === 0 ? '' : `${percentile(times, 50).toFixed(1)}/${percentile(times, 99).toFixed(0)}`
    }),
    ...[sample.residentMb, sample.heapMb, sample.externalMb].map((mb) => mb.toFixed(0)),
    sample.loopP99Ms.toFixed(0),
    ...[sample.resources, sample.files].map(String),
    ...[sample.databaseMb, sample.walMb].map((mb) => mb.toFixed(1)),
    ...[sample.legsDue, sample.legsWaiting, sample.deliveries].map(String),
  ]
  console.log(cells.map((cell, at) => cell.padStart(columns[at]?.[1] ?? 0)).join(' '))
}

/** Calls that wait on purpose say nothing about the speed of the service. */
function isAnswered(kind: string): boolean {
  return kind !== 'long poll' && kind !== 'hang up'
}

export interface Verdict {
  readonly record: CallRecord
  readonly samples: readonly Sample[]
  /** One after each third, and one when everything has ended. */
  readonly left: readonly Left[]
  readonly began: number
  readonly ended: number
  readonly tables: readonly (readonly string[])[]
}

/** Compares the last third with the first: memory, latency, tables. Lists the failures. */
export function printVerdict({ record, samples, left, began, ended, tables }: Verdict): void {
  const third = (ended - began) / 3
  console.log('\nAfter a full garbage collection, at the end of each third and when everything had ended:\n')
  printTable(
    ['', 'heap MB', 'external MB', 'resident MB', 'threads MB', 'open'],
    left.map(({ heapMb, externalMb, residentMb, threadsMb, resources }, at) => [
      ['first', 'second', 'third', 'at rest'][at] ?? '',
      ...[heapMb, externalMb, residentMb].map(figure),
      threadsMb.map((mb) => mb.toFixed(0)).join(' '),
      Object.entries(resources)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', '),
    ]),
  )
  const mean = (from: number, of: (sample: Sample) => number) => {
    const wanted = samples.filter(({ at }) => at >= from && at <= from + third + 1000).map(of)
    return wanted.reduce((sum, value) => sum + value, 0) / wanted.length
  }
  const memory: readonly (readonly [string, (sample: Sample) => number])[] = [
    ['resident MB', ({ residentMb }) => residentMb],
    ['heap MB', ({ heapMb }) => heapMb],
    ['loop p99 ms', ({ loopP99Ms }) => loopP99Ms],
  ]
  const kinds = [...new Set(record.calls.map(({ kind }) => kind))].filter(isAnswered).sort()
  const latency = kinds.flatMap((kind) => {
    const [first, last] = [began, ended - third].map((from) => record.times(from, from + third, (of) => of === kind))
    if (first === undefined || last === undefined || first.length < 10 || last.length < 10) return []
    return [50, 99].map(
      (percent) => [`${kind} p${percent} ms`, percentile(first, percent), percentile(last, percent)] as const,
    )
  })
  console.log('')
  printTable(
    ['', 'first third', 'last third', 'ratio'],
    [...memory.map(([name, of]) => [name, mean(began, of), mean(ended - third, of)] as const), ...latency].map(
      ([name, first, last]) => [name, figure(first), figure(last), (last / first).toFixed(2)],
    ),
  )
  console.log('')
  printTable(['table', 'rows', 'MB', 'dead', 'updated', 'hot', 'vacuums', 'scans', 'rows scanned'], tables)
  const counts = `${record.calls.length} calls, ${record.troubles.length} failures`
  console.log(`\n${counts}\n${record.troubles.slice(0, 30).join('\n')}`)
}

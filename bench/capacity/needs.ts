import { figure } from '../measure.ts'
import type { Cost } from './usage.ts'

/**
 * Our planning figures for all businesses of the country, not published ones. Source:
 * docs/scaling.md#rates.
 */
export const country = { documentsPerDay: 10_000_000, busiestPerSecond: 2_400 }

/** Processors are planned to be this busy, so that a burst finds some idle. */
const busyShare = 0.6
/** What one access point sends before it becomes slower. */
const sendsPerAccessPoint = 400
const legs = 2

/** One measurement: a cost with so many instances. */
interface Point {
  readonly instances: number
  readonly cost: Cost
}

/**
 * The cost by the straight line through the measurements (least squares), where it was measured
 * with the most instances. A line that falls counts as flat: more instances save nothing.
 */
export function fitted(points: readonly Point[]): Cost {
  const most = Math.max(...points.map(({ instances }) => instances))
  const at = (name: keyof Cost) => {
    const { level, slope } = lineThrough(points.map(({ instances, cost }) => [instances, cost[name]]))
    return level + Math.max(0, slope) * most
  }
  return {
    serviceMs: at('serviceMs'),
    databaseMs: at('databaseMs'),
    transactions: at('transactions'),
    roundTrips: at('roundTrips'),
    logBytes: at('logBytes'),
    storedBytes: at('storedBytes'),
  }
}

/** A flat line has the mean as its level. */
function lineThrough(points: readonly (readonly [number, number])[]) {
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length
  const [middle, level] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((total, [x]) => total + (x - middle) ** 2, 0)
  const slope = spread === 0 ? 0 : points.reduce((total, [x, y]) => total + (x - middle) * (y - level), 0) / spread
  return slope > 0 ? { level: level - slope * middle, slope } : { level, slope: 0 }
}

/** Rows for a table: what is needed on average, and in the busiest minute. */
export function needsOf(cost: Cost): readonly (readonly string[])[] {
  const rates = [country.documentsPerDay / secondsPerDay, country.busiestPerSecond]
  const needs: readonly (readonly [name: string, perDocument: number])[] = [
    ['documents a second', 1],
    ['processors for the service', cost.serviceMs / 1000 / busyShare],
    ['processors for PostgreSQL', cost.databaseMs / 1000 / busyShare],
    ['transactions a second', cost.transactions],
    ['round trips a second', cost.roundTrips],
    ['write-ahead log, MB a second', cost.logBytes / 1e6],
    ['transmissions a second', legs],
    ['access points', legs / sendsPerAccessPoint],
  ]
  const storedPerDay = country.documentsPerDay * cost.storedBytes
  return [
    ...needs.map(([name, need]) => [name, ...rates.map((rate) => figure(rate * need))]),
    ['stored, GB a day', figure(storedPerDay / 1e9), ''],
    ['stored, TB a year', figure((storedPerDay * 365) / 1e12), ''],
  ]
}

const secondsPerDay = 86_400

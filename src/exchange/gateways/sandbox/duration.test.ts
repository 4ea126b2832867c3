import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { durationMs } from './duration.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('durations in short form and in ISO 8601', () => {
  const durations = {
    '30m': 30 * minute,
    '90s': 90_000,
    '2h': 2 * hour,
    '1h30m': hour + 30 * minute,
    '2D': 2 * day,
    '1d2h3m4s': day + 2 * hour + 3 * minute + 4_000,
    PT30M: 30 * minute,
    P2D: 2 * day,
    P1DT2H3M4S: day + 2 * hour + 3 * minute + 4_000,
    PT0H1S: 1_000,
  }
  for (const [text, ms] of Object.entries(durations)) assert.equal(durationMs(text), ms, text)
})

test('other texts and zero are not durations', () => {
  const others = [
    '',
    '30',
    'm',
    '30 m',
    '-30m',
    '1.5h',
    '30m1h',
    'P',
    'PT',
    'P1DT',
    'pt30m',
    'P1M',
    'P1Y',
    'PT1H ',
    '0s',
    'PT0S',
    '1w',
  ]
  for (const text of others) assert.equal(durationMs(text), undefined, text)
})

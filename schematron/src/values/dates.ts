import { trim } from './blanks.ts'
import { wholeMicroseconds } from './calendar.ts'

/**
 * Dates and times of XML Schema 1.1 as sortable numbers, in seconds: for a date its first instant,
 * for a time the same on one fixed day. Without a time zone they count as UTC. Undefined when the
 * text is not such a date or time.
 */
export function parseDate(text: string): number | undefined {
  if (text.length === 10) {
    const days = plainDate(text)
    if (days !== undefined) return days * 86_400
  }
  const parts = dateSyntax.exec(trim(text))
  if (!parts) return undefined
  const days = daysOf(parts[1], parts[2], parts[3])
  const zone = zoneOf(parts[4])
  return days === undefined || zone === undefined ? undefined : days * 86_400 - zone
}

/** `24:00:00` is midnight, like `00:00:00`. */
export function parseTime(text: string): number | undefined {
  const parts = timeSyntax.exec(trim(text))
  if (!parts) return undefined
  const seconds = secondsOf(parts[1], parts[2], parts[3])
  const zone = zoneOf(parts[4])
  return seconds === undefined || zone === undefined ? undefined : (seconds % 86_400) - zone
}

export function parseDateTime(text: string): number | undefined {
  const [date, time, more] = trim(text).split('T')
  if (date === undefined || time === undefined || more !== undefined) return undefined
  const dateParts = dateSyntax.exec(date)
  const timeParts = timeSyntax.exec(time)
  if (!dateParts || !timeParts || dateParts[4] !== undefined) return undefined
  const days = daysOf(dateParts[1], dateParts[2], dateParts[3])
  const seconds = secondsOf(timeParts[1], timeParts[2], timeParts[3])
  const zone = zoneOf(timeParts[4])
  return days === undefined || seconds === undefined || zone === undefined ? undefined : days * 86_400 + seconds - zone
}

/** Reads the usual form `2026-02-28` without a regular expression, which took most of the time. */
function plainDate(text: string): number | undefined {
  if (text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return undefined
  let digits = 0
  for (const at of digitPlaces) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return undefined
    digits = digits * 10 + digit
  }
  return daysFrom(Math.floor(digits / 10_000), Math.floor(digits / 100) % 100, digits % 100)
}

function daysOf(year: string | undefined, month: string | undefined, day: string | undefined): number | undefined {
  return daysFrom(Number(year), Number(month), Number(day))
}

/**
 * Days since 1970 in the Gregorian calendar, for any year; undefined when that day does not exist.
 */
function daysFrom(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  const march = month <= 2 ? year - 1 : year
  const era = Math.floor(march / 400)
  const ofEra = march - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function secondsOf(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | undefined {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (minutes > 59 || seconds >= 60) return undefined
  if (hours > 23 && !(hours === 24 && minutes === 0 && seconds === 0)) return undefined
  return hours * 3600 + minutes * 60 + wholeMicroseconds(seconds)
}

/** Seconds east of UTC, at most 14 hours. */
function zoneOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  if (minutes > 840 || Number(zone.slice(4)) > 59) return undefined
  return (zone.startsWith('-') ? -minutes : minutes) * 60
}

const zero = 48
const hyphen = 45
const digitPlaces = [0, 1, 2, 3, 5, 6, 8, 9] as const
// Lazy, as in decimal.ts: documents have texts of megabytes.
const dateSyntax = /^(-?(?:[1-9][0-9]{4,}?|[0-9]{4}))-([0-9]{2})-([0-9]{2})(Z|[+-][0-9]{2}:[0-9]{2})?$/
const timeSyntax = /^([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]+?)?)(Z|[+-][0-9]{2}:[0-9]{2})?$/

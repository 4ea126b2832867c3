import { type Html, html } from '@selfbill/pint-ae/html'
import { type Language, localeOf } from './language.ts'

/** Numbers, money and times as people read them, in the language of the page. */
export interface Format {
  /** `1,234`. */
  number(value: number): string
  /** `1,234.50 AED`: an amount keeps every digit that it has. It runs left to right everywhere. */
  money(amount: number | string, currency: string): Html
  /** `2026-11-22` → `22 Nov 2026`. */
  date(date: string): Html
  /** `2026-11` → `November 2026`. */
  month(month: string): string
  /** An instant in Gulf Standard Time: ms since 1970, or ISO 8601. */
  moment(instant: number | string): Html
  /** The same to the second. */
  second(instant: number | string): Html
  /** `2 hours ago`, with the exact time when the pointer rests on it. */
  ago(instant: number | string, now: number): Html
  /** A length of time in its largest unit: `350 ms`, `2.4 sec`, `3 hr`. */
  elapsed(ms: number): string
}

/** Made once for each language: its formatters take longer than most pages. */
export function formatIn(language: Language): Format {
  const format = formats.get(language) ?? newFormat(language)
  formats.set(language, format)
  return format
}

const formats = new Map<Language, Format>()

function newFormat(language: Language): Format {
  const locale = localeOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 })
  const dates = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone: 'Asia/Dubai' })
  const seconds = new Intl.DateTimeFormat(locale, { ...day, ...clock, second: '2-digit', timeZone: 'Asia/Dubai' })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    number: (value) => numbers.format(value),
    money: (amount, currency) => html`<bdi class="figure" dir="ltr">${amountOf(amounts, amount)} ${currency}</bdi>`,
    date: (date) => html`<time datetime="${date}">${formatted(dates, `${date}T00:00:00Z`) ?? date}</time>`,
    month: (month) => formatted(months, `${month}-01T00:00:00Z`) ?? month,
    moment: (instant) => timeOf(instant, formatted(moments, instant)),
    second: (instant) => timeOf(instant, formatted(seconds, instant)),
    ago(instant, now) {
      const at = new Date(instant)
      const text = Number.isNaN(at.getTime()) ? undefined : distances.format(...distance(at.getTime() - now))
      return timeOf(instant, text, formatted(moments, instant))
    },
    elapsed(ms) {
      const [unit, size] = lengths.find(([, size]) => Math.abs(ms) >= size) ?? (['millisecond', 1] as const)
      const shape = {
        style: 'unit',
        unit,
        unitDisplay: language === 'ar' ? 'long' : 'short',
        maximumFractionDigits: 1,
      } as const
      return new Intl.NumberFormat(locale, shape).format(ms / size)
    },
  }
}

/** The month as a word: nobody has to guess which number is the day. */
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A decimal text is formatted exactly, without becoming a binary number. */
function amountOf(amounts: Intl.NumberFormat, amount: number | string): string {
  if (typeof amount === 'number') return amounts.format(amount)
  return isDecimal(amount) ? amounts.format(amount) : amount
}

function isDecimal(text: string): text is Intl.StringNumericLiteral {
  return /^-?\d+(\.\d+)?$/.test(text)
}

function formatted(format: Intl.DateTimeFormat, instant: number | string): string | undefined {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? undefined : format.format(at)
}

/** Text that is not a time stays as it is. */
function timeOf(instant: number | string, text: string | undefined, title?: string): Html {
  if (text === undefined) return html`${instant}`
  return html`<time datetime="${new Date(instant).toISOString()}" title="${title}">${text}</time>`
}

/** The largest unit that fits at least once. */
function distance(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  const [unit, unitMs] = units.find(([, size]) => Math.abs(ms) >= size) ?? (['second', 1000] as const)
  return [Math.trunc(ms / unitMs), unit]
}

const lengths = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/**
 * Milliseconds of `30m`, `1h30m`, `2d` or ISO 8601 such as `PT30M`, `P1DT2H`. Undefined for
 * anything else, and for zero. A day has 24 hours; months and years have no fixed length and are
 * not accepted.
 */
export function durationMs(text: string): number | undefined {
  const parts = plain.exec(text) ?? iso.exec(text)
  const { days = '0', hours = '0', minutes = '0', seconds = '0' } = parts?.groups ?? {}
  const ms = (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return ms > 0 ? ms : undefined
}

/** The error message, after the name of the field. */

/** The same as a pattern for OpenAPI. It also matches zero, which `durationMs` refuses. */
export const durationSyntax =
  '^((\\d{1,6}[dD])?(\\d{1,6}[hH])?(\\d{1,6}[mM])?(\\d{1,9}[sS])?|' +
  'P(\\d{1,6}D)?(T(\\d{1,6}H)?(\\d{1,6}M)?(\\d{1,9}S)?)?)$'

const plain = /^((?<days>\d{1,6})d)?((?<hours>\d{1,6})h)?((?<minutes>\d{1,6})m)?((?<seconds>\d{1,9})s)?$/i
const iso = /^P((?<days>\d{1,6})D)?(T(?=.)((?<hours>\d{1,6})H)?((?<minutes>\d{1,6})M)?((?<seconds>\d{1,9})S)?)?$/

import type { Finding, Schema } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import { normalizeSpace } from '../../schematron/src/values/blanks.ts'
import { placeIn, placeOf } from './places.ts'

/** What engines say of one document: findings in order, or that the stylesheet ended with an error. */
export interface Verdict {
  readonly findings: readonly string[]
  /** Ours, with the value of an attribute or a text for its place: the ISO skeleton of 2010 writes it so. */
  readonly withValues?: readonly string[]
  readonly error: string | undefined
}

export function ourVerdict(findings: readonly Finding[], root: Element): Verdict {
  const textsAt = (place: (finding: Finding) => string) =>
    findings.map((finding) => {
      const { id, flag } = finding.assertion
      return textOf(id, place(finding), flag, finding.message)
    })
  const placed = (finding: Finding) => placeOf(finding, root)
  const valued = (finding: Finding) => {
    const value = valueAt(finding)
    return value === undefined ? placed(finding) : placeIn(normalizeSpace(value), root.name.local)
  }
  const error = findings.find((finding) => finding.error !== undefined)?.error
  return { findings: textsAt(placed), withValues: textsAt(valued), error }
}

/** Undefined for an element; comments and instructions have none. */
function valueAt({ element, attribute, piece }: Finding): string | undefined {
  if (attribute !== undefined) return element.attribute(attribute)
  if (piece?.startsWith('text()') !== true) return piece === undefined ? undefined : ''
  const texts = (element.pieces ?? [element.text]).filter((one) => typeof one === 'string')
  return texts[Number(/\d+/.exec(piece)?.[0]) - 1]
}

/** A line of Judge.java. */
export function saxonVerdict(line: string, root: Element): Verdict {
  const [kind = '', ...cells] = line.split('\t')
  if (kind !== 'judged') return { findings: [], error: cells.join(' ') }
  const findings = Array.from({ length: Math.ceil(cells.length / 5) }, (_, at) => {
    const [id = '', , location = '', flag = '', text = ''] = cells.slice(at * 5, at * 5 + 5)
    return textOf(id, placeIn(location, root.name.local), flag, text)
  })
  return { findings, error: undefined }
}

/**
 * The first difference, or undefined. Saxon ends at the first expression that cannot
 * be evaluated; we go on, and have a finding.
 */
export function differenceOf(ours: Verdict, theirs: Verdict): string | undefined {
  if (theirs.error !== undefined) return ours.error === undefined ? `only they fail: ${theirs.error}` : undefined
  if (ours.error !== undefined) return `only we fail: ${ours.error}`
  const at = ours.findings.findIndex((finding, place) => {
    const their = theirs.findings[place]
    return finding !== their && ours.withValues?.[place] !== their
  })
  if (at >= 0) return `ours:   ${ours.findings[at]}\n      theirs: ${theirs.findings[at] ?? 'nothing'}`
  const more = theirs.findings[ours.findings.length]
  return more === undefined ? undefined : `ours:   nothing\n      theirs: ${more}`
}

/** Why a difference of this schema is right: a place where Saxon leaves XPath. */
export function explanationOf(difference: string, { assertions }: Schema): string | undefined {
  return departures.find(({ text, test }) => text.test(difference) && assertions.some((one) => test.test(one.test)))
    ?.why
}

const departures: readonly { readonly text: RegExp; readonly test: RegExp; readonly why: string }[] = [
  {
    text: /^only they fail: Effective boolean value .* starting with a boolean/,
    test: /\.\.\/\(/,
    why: 'a/../(b = 1) of several a is one truth value (XPath 2.0, 3.2), and several for Saxon',
  },
  {
    text: /^only they fail: Cannot convert string .* to double/,
    test: /[\w)\]]\s*(?:\s[-+]|[+*]|\sdiv)\s*[\w(/]/,
    why: 'Saxon converts an operand although the other one is empty, which decides already (XPath 2.0, 3.4)',
  },
]

function textOf(id: string, place: string, flag: string, text: string): string {
  return `${id} ${place} ${flag} ${text}`
}

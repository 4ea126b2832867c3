/**
 * Reads the fixed parts of an `html` template once and finds where each value goes, because a text,
 * an attribute and an address are escaped differently. It accepts the small part of HTML that we
 * write: whole tags, attributes in double quotes, no values in scripts, styles or names.
 */
export type Piece =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'text' }
  /** The whole value of an attribute: `before` is ` name="`. The attribute can be left out. */
  | { readonly kind: 'attribute'; readonly before: string; readonly isAddress: boolean }
  /** A part of an attribute's value; of an address, something after its beginning. */
  | { readonly kind: 'part'; readonly isAddress: boolean }

/** The pieces in order. Those that are not fixed take the values in order. */
export function piecesOf(strings: readonly string[]): readonly Piece[] {
  const source = strings.join(hole)
  const pieces: Piece[] = []
  let raw = ''
  let end = 0
  for (const { 0: whole, index, groups = {} } of source.matchAll(token)) {
    if (index !== end) break
    end += whole.length
    const { text, name = '', close } = groups
    if (raw !== '' && text?.includes(hole)) throw new TemplateInvalid(`a value inside <${raw}>`, source)
    pieces.push(...(text === undefined ? tagPieces(whole) : between(text, { kind: 'text' })))
    if (rawElements.has(name.toLowerCase())) raw = close === undefined ? name : ''
  }
  if (end !== source.length) throw new TemplateInvalid('a tag or an attribute cannot be read', source.slice(end))
  return joined(pieces)
}

/** A template is written wrong. Its first use shows it. */
export class TemplateInvalid extends TypeError {
  override readonly name = 'TemplateInvalid'

  constructor(problem: string, source: string) {
    super(`${problem}: ${source.replaceAll(hole, '{…}').slice(0, 200)}`)
  }
}

/** Marks the place of a value: a character that no template of ours contains. */
const hole = '\u0000'

const token =
  /(?<text>[^<]+)|<!DOCTYPE html>|<(?<close>\/)?(?<name>[a-z][a-z0-9-]*)(?:\s+[a-z][a-z0-9:-]*(?:="[^"]*")?)*\s*\/?>/gi
const attribute = /(?<before>\s+(?<name>[a-z][a-z0-9:-]*)=")(?<value>[^"]*)"|\s+(?<flag>[a-z][a-z0-9:-]*)|\S+|\s+/gi
/** Their content is not text: no escape keeps a value in its place. */
const rawElements: ReadonlySet<string> = new Set(['script', 'style'])
/** Attributes that a browser or htmx runs, or that our content security policy refuses. */
const refused = /^((data-)?hx-on|on|style$|srcdoc$)/i
/** Attributes whose value htmx may read as a program. */
const evaluated = /^(data-)?hx-(vals|headers|vars|trigger|config)$/i
const addresses =
  /^(href|src|action|formaction|cite|data|poster|(data-)?hx-(get|post|put|patch|delete|push-url|replace-url))$/i

function tagPieces(tag: string): readonly Piece[] {
  return [...tag.matchAll(attribute)].flatMap(({ 0: whole, groups = {} }): readonly Piece[] => {
    const { before, name, value = '', flag } = groups
    const problem = problemOf(name ?? flag ?? '', value)
    if (problem !== undefined) throw new TemplateInvalid(problem, tag)
    if (before === undefined || name === undefined) return [fixed(whole)]
    const isAddress = addresses.test(name)
    if (value === hole) return [{ kind: 'attribute', before, isAddress }]
    return [fixed(before), ...between(value, { kind: 'part', isAddress }), fixed('"')]
  })
}

function problemOf(name: string, value: string): string | undefined {
  if (refused.test(name)) return `the attribute ${name} is not allowed`
  if (evaluated.test(name) && value.includes(hole)) return `a value inside ${name}`
  const beginsOpen = addresses.test(name) && value.startsWith(hole) && value !== hole
  return beginsOpen ? 'a value begins an address but is not all of it' : undefined
}

function between(text: string, piece: Piece): readonly Piece[] {
  return text.split(hole).flatMap((part, at) => (at === 0 ? [fixed(part)] : [piece, fixed(part)]))
}

function fixed(text: string): Piece {
  return { kind: 'fixed', text }
}

/** Fewer pieces to write: fixed neighbours become one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (piece.kind === 'fixed' && last?.kind === 'fixed') result.splice(-1, 1, fixed(last.text + piece.text))
    else result.push(piece)
  }
  return result
}

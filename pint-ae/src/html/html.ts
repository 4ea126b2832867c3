import { type Piece, piecesOf } from './template.ts'

/**
 * HTML that is safe by its type: only the tag `html` makes it, and the tag escapes every value by
 * its place. Pages and printed documents are written with it. The class stays in this file, so that
 * nothing else can make one.
 */
class SafeHtml {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type Html = SafeHtml

/** A value of a template. Undefined, null and false write nothing; a list writes its members. */
export type HtmlValue = Html | string | number | bigint | boolean | undefined | null | readonly HtmlValue[]

/**
 * `html`<a href="${address}" aria-current="${isHere && 'page'}">${name}</a>``. A value that is all
 * of an attribute removes it when undefined, null or false, and leaves it empty when true. An
 * address that a browser could run (`javascript:…`) is removed too.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let pieces = templates.get(strings)
  if (pieces === undefined) {
    pieces = piecesOf(strings)
    templates.set(strings, pieces)
  }
  let text = ''
  let at = 0
  for (const piece of pieces) {
    text += piece.kind === 'fixed' ? piece.text : written(piece, values[at])
    if (piece.kind !== 'fixed') at += 1
  }
  return new SafeHtml(text)
}

/** Fixed text that is HTML already, such as a style element. Never pass text from outside. */
export function verbatim(text: string): Html {
  return new SafeHtml(text)
}

/** Each template is read once. */
const templates = new WeakMap<TemplateStringsArray, readonly Piece[]>()

function written(piece: Exclude<Piece, { readonly kind: 'fixed' }>, value: HtmlValue): string {
  switch (piece.kind) {
    case 'text':
      return textOf(value)
    case 'attribute': {
      if (value === true) return `${piece.before}"`
      if (isNothing(value)) return ''
      const plain = plainOf(value)
      return piece.isAddress && !isHarmless(plain) ? '' : `${piece.before}${escaped(plain)}"`
    }
    case 'part':
      return piece.isAddress ? encodeURIComponent(plainOf(value).toWellFormed()) : escaped(plainOf(value))
  }
}

function textOf(value: HtmlValue): string {
  if (value instanceof SafeHtml) return String(value)
  if (Array.isArray(value)) return value.map(textOf).join('')
  return escaped(plainOf(value))
}

/** A value outside of text: an attribute cannot hold elements. */
function plainOf(value: HtmlValue): string {
  if (isNothing(value)) return ''
  if (typeof value === 'object' || value === true)
    throw new TypeError('html and lists are for text, true is for whole attributes')
  return String(value)
}

function isNothing(value: HtmlValue): value is undefined | null | false {
  return value === undefined || value === null || value === false
}

/** Numeric references mean the same in every context of HTML and XML. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Reads the address as a browser does, blanks and control characters included. */
function isHarmless(address: string): boolean {
  const here = 'https://here.invalid/'
  return URL.canParse(address, here) && ['https:', 'http:', 'mailto:'].includes(new URL(address, here).protocol)
}

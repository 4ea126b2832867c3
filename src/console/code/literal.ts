/** How a programming language writes a JSON value. */
export interface LiteralSyntax {
  readonly indent: string
  readonly trailingComma: boolean
  /** `null`, `true` and `false`. */
  readonly words: Readonly<Record<'null' | 'true' | 'false', string>>
  key(name: string): string
  text(value: string): string
}

/** A JSON value as a literal. `depth` is the indentation of the line on which it begins. */
export function literal(value: unknown, syntax: LiteralSyntax, depth = 0): string {
  if (value === null || value === undefined) return syntax.words.null
  if (typeof value === 'boolean') return syntax.words[value ? 'true' : 'false']
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = depth + 1
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, syntax, inner))
    return block('[', ']', items, syntax, depth)
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${syntax.key(name)}: ${literal(member, syntax, inner)}`)
  return block('{', '}', members, syntax, depth)
}

function block(
  open: string,
  close: string,
  lines: readonly string[],
  { indent, trailingComma }: LiteralSyntax,
  depth: number,
): string {
  if (lines.length === 0) return open + close
  const inside = lines.map((line) => `\n${indent.repeat(depth + 1)}${line}`).join(',')
  return `${open}${inside}${trailingComma ? ',' : ''}\n${indent.repeat(depth)}${close}`
}

/**
 * A text in double quotes that JSON, TypeScript and Python all read as the same text. Characters
 * that nobody sees are escaped, so that the code does what it looks like.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(unseen, (character) =>
    [...Array(character.length).keys()].map((at) => escapeOf(character.charCodeAt(at))).join(''),
  )
}

/** The same for Python, which does not join two escapes to one character. */
export function quotedForPython(text: string): string {
  return JSON.stringify(text).replaceAll(unseen, (character) => {
    const point = character.codePointAt(0) ?? 0
    return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : escapeOf(point)
  })
}

/** Controls, format characters such as those that turn text around, and separators of lines. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

export const jsonSyntax: LiteralSyntax = {
  indent: '  ',
  trailingComma: false,
  words: { null: 'null', true: 'true', false: 'false' },
  key: quoted,
  text: quoted,
}

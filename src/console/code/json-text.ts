/**
 * JSON as text, digit for digit: nothing is parsed into binary numbers. All of it works on the
 * beginning of a long text too, where the end is missing.
 */

/** The text over several lines, indented. */
export function indented(text: string): string {
  const lines: string[] = []
  let line = ''
  let depth = 0
  const open = () => {
    lines.push(line)
    line = '  '.repeat(Math.min(depth, depthMax))
  }
  for (const [token] of text.matchAll(tokens)) {
    const isEmpty = (token === '}' || token === ']') && /[{[]$/.test(line)
    if (token === '}' || token === ']') depth -= 1
    if ((token === '}' || token === ']') && !isEmpty) open()
    else if (/[{[]$/.test(line) && !isEmpty) open()
    line += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth += 1
    if (token === ',') open()
  }
  return [...lines, line].join('\n')
}

/** A hostile text can nest deep: more indentation than this shows nothing. */
const depthMax = 40

/** Strings, signs, and everything else that is not blank. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** The members of an object, or the elements of an array, that are there in whole. */
export function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  let [depth, start, index] = [0, 0, 0]
  let name: string | undefined
  let isArray = false
  for (const { 0: token, index: at } of text.matchAll(tokens)) {
    if (depth === 0) isArray = token === '['
    const isEnd = depth === 1 && (token === ',' || token === '}' || token === ']')
    if (isEnd) {
      const part = text.slice(start, at).trim()
      const key = isArray ? String(index) : name
      if (part !== '' && key !== undefined) parts.set(key, part)
      index += 1
      start = at + 1
      name = undefined
    }
    if (depth === 1 && token === ':' && name === undefined) {
      name = stringIn(text.slice(start, at))
      start = at + 1
    }
    if (token === '{' || token === '[') {
      depth += 1
      if (depth === 1) start = at + 1
    }
    if (token === '}' || token === ']') depth -= 1
    if (depth === 0) break
  }
  return parts
}

/** A string value; undefined for any other, and for a broken one. */
function stringIn(text: string | undefined): string | undefined {
  const parsed = text === undefined ? undefined : parsedIn(text)
  return typeof parsed === 'string' ? parsed : undefined
}

/** Any short value. Undefined if the text is not JSON. */
export function parsedIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The object around a member such as `document_lines[2].price.price_amount`, as far as it is there:
 * the line, or the nearest object on the way.
 */
export function aroundMember(text: string, path: string): { readonly path: string; readonly text: string } {
  let here = { path: '', text }
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const next = partsOf(here.text).get(name ?? index ?? '')
    if (next === undefined || !/^[{[]/.test(next)) break
    const longer = name === undefined ? `${here.path}[${index}]` : [here.path, name].filter(Boolean).join('.')
    here = { path: longer, text: next }
  }
  return here
}

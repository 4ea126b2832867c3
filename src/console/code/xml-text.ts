/**
 * XML over several lines, indented, for people: our documents are written on one line. Elements
 * hold either text or elements, so no text changes. Works on the beginning of a long text too.
 */
export function indentedXml(text: string): string {
  const lines: string[] = []
  let depth = 0
  let isAfterText = false
  for (const [token] of text.matchAll(tokens)) {
    const isTag = token.startsWith('<')
    if (!isTag && token.trim() === '') continue
    const isEnd = token.startsWith('</')
    if (isEnd) depth = Math.max(0, depth - 1)
    const isOnSameLine = !isTag || (isEnd && (isAfterText || isStartOf(lines.at(-1), token)))
    if (isOnSameLine && lines.length > 0) lines[lines.length - 1] += token
    else lines.push('  '.repeat(Math.min(depth, depthMax)) + token)
    isAfterText = !isTag
    if (isTag && !isEnd && !/^<[?!]|\/>$/.test(token)) depth += 1
  }
  return lines.join('\n')
}

/** Whether a line is the start of the element that ends here: it is empty. */
function isStartOf(line: string | undefined, end: string): boolean {
  const name = /^<\/([^\s>]+)/.exec(end)?.[1]
  const start = line?.trimStart()
  return name !== undefined && start !== undefined && new RegExp(`^<${escaped(name)}(\\s[^<]*)?>$`).test(start)
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w:-]/g, '\\$&')
}

/** A hostile text can nest deep: more indentation than this shows nothing. */
const depthMax = 40

/** Tags with their quoted attributes, and everything between them. */
const tokens = /<(?:[^>"']|"[^"]*"|'[^']*')*>?|[^<]+/g

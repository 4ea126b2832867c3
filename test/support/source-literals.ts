/**
 * Every text literal of a source file: strings and templates, including those inside other
 * templates' holes. A hole becomes `§`. Comments are left out. `isWithin`: the literal is in the
 * arguments of a call of one of the functions.
 */
export function literalsIn(source: string, functions: readonly string[] = []): readonly Literal[] {
  const found: Literal[] = []
  let at = 0
  let depthWithin = 0

  const readString = (quote: string): void => {
    const from = at
    while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
    found.push({ text: source.slice(from, at), isWithin: depthWithin > 0 })
    at += 1
  }

  const readTemplate = (): void => {
    let text = ''
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2
        readCode('}')
        text += '§'
        continue
      }
      const step = source[at] === '\\' ? 2 : 1
      text += source.slice(at, at + step)
      at += step
    }
    at += 1
    found.push({ text, isWithin: depthWithin > 0 })
  }

  /** Reads to its closing brace or the end of the file. */
  const readCode = (end: string): void => {
    let depth = 0
    const calls: boolean[] = []
    while (at < source.length) {
      const character = source[at] ?? ''
      at += 1
      if (character === '(') {
        const name = /(\w+)$/.exec(source.slice(Math.max(0, at - 60), at - 1))?.[1] ?? ''
        calls.push(functions.includes(name))
        if (calls.at(-1)) depthWithin += 1
      }
      if (character === ')' && calls.pop()) depthWithin -= 1
      if (character === end && depth === 0) return
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      if (character === '/' && source[at] === '/') at = nextAfter('\n')
      else if (character === '/' && source[at] === '*') at = nextAfter('*/')
      else if (character === '/' && isRegularExpression(source.slice(0, at - 1))) skipRegularExpression()
      else if (character === "'" || character === '"') readString(character)
      else if (character === '`') readTemplate()
    }
  }

  const nextAfter = (mark: string): number => {
    const found = source.indexOf(mark, at)
    return found === -1 ? source.length : found + mark.length
  }

  const skipRegularExpression = (): void => {
    let isInClass = false
    while (at < source.length && (source[at] !== '/' || isInClass) && source[at] !== '\n') {
      if (source[at] === '[') isInClass = true
      if (source[at] === ']') isInClass = false
      at += source[at] === '\\' ? 2 : 1
    }
    at += 1
  }

  readCode('')
  return found
}

interface Literal {
  readonly text: string
  readonly isWithin: boolean
}

/** After a value a slash divides; anywhere else it begins a regular expression. */
function isRegularExpression(before: string): boolean {
  const last = before.trimEnd().at(-1) ?? ''
  return !/[\w)\]}]/.test(last) || /\b(return|typeof|case)$/.test(before.trimEnd())
}

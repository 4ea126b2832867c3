/**
 * A name id in generated code, between marks: only who loads the code knows the number, because
 * names are numbered in the order in which a process meets them.
 */
export function nameCode(id: number): string {
  return `${mark}${id}${mark}`
}

/** A character that no generated code has of itself: literals escape it. */
const mark = '\u0001'

/** The id between the marks. */
export function idIn(code: string): number {
  return Number(code.slice(mark.length, -mark.length))
}

/** Generated code with `codeOf` in the place of each name id. */
export function numbered(code: string, codeOf: (id: number) => string): string {
  return code
    .split(mark)
    .map((part, at) => (at % 2 === 0 ? part : codeOf(Number(part))))
    .join('')
}

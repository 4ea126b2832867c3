/**
 * The other characters of a range's letters in another case: those with the same lower-case or the
 * same upper-case form, so that `i`, `I` and `ı` match each other as XPath has it. Source:
 * Functions and Operators 3.1, 5.6.2.
 */
export function withCaseVariants(first: number, last: number): readonly number[] {
  cased ??= casedLetters()
  const found = new Set<number>()
  for (const [letter, variants] of first === last ? [[first, cased.get(first) ?? []] as const] : cased)
    if (letter >= first && letter <= last)
      for (const variant of variants) if (variant < first || variant > last) found.add(variant)
  return [...found]
}

/** Computed on the first regular expression that ignores case. */
let cased: ReadonlyMap<number, readonly number[]> | undefined

function casedLetters(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>()
  const letters: number[] = []
  for (const point of casedRanges.flatMap(pointsOf)) {
    const letter = String.fromCodePoint(point)
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
    if (lower === letter && upper === letter) continue
    letters.push(point)
    for (const form of [`l${lower}`, `u${upper}`]) {
      const group = groups.get(form)
      if (group) group.push(point)
      else groups.set(form, [point])
    }
  }
  return new Map(
    letters.map((point) => {
      const letter = String.fromCodePoint(point)
      const alike = [`l${letter.toLowerCase()}`, `u${letter.toUpperCase()}`].flatMap((form) => groups.get(form) ?? [])
      return [point, [...new Set(alike)].filter((other) => other !== point)]
    }),
  )
}

function pointsOf([first, last]: readonly [number, number]): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/**
 * All letters with a case are in these ranges; to look at all of Unicode takes ten times as long.
 */
const casedRanges: readonly (readonly [number, number])[] = [
  ...([
    [0, 0x58f],
    [0x10a0, 0x10ff],
    [0x13a0, 0x13ff],
    [0x1c80, 0x1fff],
    [0x2100, 0x218f],
    [0x24b0, 0x24ef],
  ] as const),
  ...([
    [0x2c00, 0x2d2f],
    [0xa640, 0xa7ff],
    [0xab30, 0xabbf],
    [0xfb00, 0xfb1f],
    [0xff20, 0xff5f],
  ] as const),
  ...([
    [0x10400, 0x105ff],
    [0x10c80, 0x10cff],
    [0x118a0, 0x118df],
    [0x10d50, 0x10d8f],
    [0x16e40, 0x16eff],
    [0x1e900, 0x1e95f],
  ] as const),
]

/** `2-4, 7`: the first ranges of rows, for people. */
export function rangesOf(rows: readonly number[]): string {
  const ranges = everyRange(rows)
  return [...ranges.slice(0, rangesMax), ...(ranges.length > rangesMax ? ['…'] : [])].join(', ')
}

/** `2-4`, `7`: rows that follow one another are one range. */
export function everyRange(rows: readonly number[]): readonly string[] {
  const ranges: { readonly from: number; to: number }[] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last !== undefined && last.to + 1 === row) last.to = row
    else ranges.push({ from: row, to: row })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
}

const rangesMax = 20

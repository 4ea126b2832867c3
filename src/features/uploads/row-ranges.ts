/** `2-4, 7` */
export function rangesOf(rows: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last !== undefined && last.to + 1 === row) last.to = row
    else ranges.push({ from: row, to: row })
  }
  const shown = ranges.slice(0, rangesMax).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  return [...shown, ...(ranges.length > rangesMax ? ['…'] : [])].join(', ')
}

const rangesMax = 20

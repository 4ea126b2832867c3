/** Breaks a text into lines that fit, after words and at `::` and `##` in identifiers. */
export function wrapText(text: string, charactersMax: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.split(/(?<= )|(?<=::)|(?=##)/)) {
    if (line !== '' && (line + piece).trimEnd().length > charactersMax) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trimEnd()]
}

/** The width of the demo's output. */
export const columnsMax = 100

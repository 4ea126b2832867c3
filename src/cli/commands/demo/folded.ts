/** Breaks a text where an identifier may break, and where words end, so that each piece fits. */
export function folded(text: string, charactersMax: number): readonly string[] {
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

/** So much is wide enough for everything, and narrow enough for any window. */
export const columnsMax = 100

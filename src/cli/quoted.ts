/** A word of a printed command, as the shell reads it. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

import type { MarkdownIt } from './site-links.ts'

/** Gives indented code the frame of fenced code: the theme has none for it. */
export function frameIndentedCode(markdown: MarkdownIt): void {
  markdown.core.ruler.push('indented_code', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'code_block') token.type = 'fence'
  })
}

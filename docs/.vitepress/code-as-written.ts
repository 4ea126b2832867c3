import type { MarkdownIt } from './site-links.ts'

/** Gives indented code the frame of fenced code: the theme has none for it. */
export function frameIndentedCode(markdown: MarkdownIt): void {
  markdown.core.ruler.push('indented_code', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'code_block') token.type = 'fence'
  })
}

/** Shows `{{braces}}` in a line's code as they are: a page is a template, in which they would be evaluated. */
export function keepBracesInCode(markdown: MarkdownIt): void {
  markdown.core.ruler.push('braces_in_code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline') token.attrSet('v-pre', '')
  })
}

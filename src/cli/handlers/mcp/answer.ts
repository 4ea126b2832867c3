import type { CallToolResult } from '@modelcontextprotocol/server'
import { LineMarks } from './foreign-text.ts'

/** What a tool answers: members for programs, and a few lines with the same. */
export interface Answer {
  readonly content: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

/** `write` gets the function that marks a foreign text in a line. */
export function answer(
  content: Readonly<Record<string, unknown>>,
  write: (mark: LineMarks['mark']) => readonly string[],
): Answer {
  const marks = new LineMarks()
  const lines = write(marks.mark)
  return { content, lines: marks.note === undefined ? lines : [...lines, marks.note] }
}

export function toResult({ content, lines }: Answer): CallToolResult {
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { ...content } }
}

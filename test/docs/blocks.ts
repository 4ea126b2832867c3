import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/processes/command-line.ts'

/** A fenced or indented block of a page. */
export interface Block {
  readonly page: string
  /** Its first line, counted from 1. */
  readonly line: number
  /** The word behind the fence, or `indented`. */
  readonly language: string
  readonly text: string
}

/** Page → the beginning of a block → what happens to that block. */
export type Blocks<Entry> = Readonly<Record<string, Readonly<Record<string, Entry>>>>

/** Every page that people read. Decisions and the list of changes are history: their blocks may be old. */
export const pages: readonly string[] = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|release|data|dist|\.git|decisions)$/.test(path),
})
  .filter((page) => page !== 'CHANGELOG.md')
  .sort()

const indented = /^( {4}|\t)/

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

export const blocks: readonly Block[] = pages.flatMap((page) => blocksIn(page, textOf(page)))

/** The only block of the page that begins like this. */
export function blockOf(page: string, beginning: string): Block {
  const found = blocks.filter((block) => block.page === page && block.text.startsWith(beginning))
  const [block] = found
  if (block === undefined || found.length > 1)
    throw new Error(`${found.length} blocks of ${page} begin with "${beginning}"`)
  return block
}

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`

export function blocksIn(page: string, markdown: string): readonly Block[] {
  const lines = markdown.split('\n')
  const found: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const [, fence, language = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(lines[at] ?? '') ?? []
    const isBlock = fence !== undefined || startsIndented(lines, at)
    if (!isBlock) {
      at += 1
      continue
    }
    const first = fence === undefined ? at : at + 1
    const end = fence === undefined ? endOfIndented(lines, at) : endOfFence(lines, first, fence)
    const text = withoutIndent(lines.slice(first, end))
    found.push({ page, line: first + 1, language: fence === undefined ? 'indented' : language, text })
    at = end + 1
  }
  return found
}

function startsIndented(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return indented.test(line) && line.trim() !== '' && (lines[at - 1] ?? '').trim() === ''
}

/** Blank lines within the block belong to it, those at its end do not. */
function endOfIndented(lines: readonly string[], start: number): number {
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (!indented.test(line)) break
    end = at + 1
  }
  return end
}

function endOfFence(lines: readonly string[], start: number, fence: string): number {
  const end = lines.findIndex((line, at) => at >= start && line.trim().startsWith(fence))
  return end === -1 ? lines.length : end
}

function withoutIndent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth)).join('\n')
}

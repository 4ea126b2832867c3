// Markdown as text: its links, and the anchors of its headings.

/** Links within the project: `[text](path#anchor)`, outside code. */
export function linksIn(markdown: string): readonly string[] {
  return Array.from(withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '').filter(
    (link) => !isExternal(link),
  )
}

/**
 * The same text, in which the chosen links within the project are words only, and chosen pictures are
 * left out. Code stays as it is.
 */
export function withoutLinks(markdown: string, isChosen: (link: string) => boolean): string {
  return markdown.replaceAll(codeOrLink, (whole, words?: string, link?: string) => {
    if (words === undefined || link === undefined || isExternal(link) || !isChosen(link)) return whole
    return whole.startsWith('!') ? '' : words
  })
}

/** The same text with other targets of the links within the project. Code stays as it is. */
export function withLinksTo(markdown: string, targetOf: (link: string) => string): string {
  return markdown.replaceAll(codeOrTarget, (whole, link?: string) =>
    link === undefined || isExternal(link) ? whole : `](${targetOf(link)})`,
  )
}

/** A fence, code in a line, or the target of a link: whichever begins first. */
const codeOrTarget = /^```[\s\S]*?^```|`[^`\n]*`|\]\(([^)\s]+)\)/gm

/** A fence, a link or picture, or code in a line: whichever begins first. */
const codeOrLink = /^```[\s\S]*?^```|!?\[([^\]\n]*)\]\(([^)\s]+)\)|`[^`\n]*`/gm

export function isExternal(link: string): boolean {
  return /^(https?|mailto):/.test(link)
}

/** The anchors of all headings, in their order. */
export function anchorsIn(markdown: string): readonly string[] {
  return Array.from(withoutFences(markdown).matchAll(/^#{1,6} +(.+)$/gm), ([, heading = '']) => anchorOf(heading))
}

/** As GitHub makes it: lower case, hyphens for blanks, no other punctuation. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** The text of the first heading. */
export function titleIn(markdown: string): string | undefined {
  return /^# +(.+)$/m.exec(withoutFences(markdown))?.[1]
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replaceAll(/`[^`\n]*`/g, '')
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
}

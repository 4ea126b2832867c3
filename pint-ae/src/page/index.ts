// An entry of the package, for the service: a document as a page. It may change in any release.

export { htmlOf } from './html.ts'
export { style } from './html-style.ts'
export type { Block, Cell, Fact, Language, Page, PartyBlock, Piece, Sum } from './page.ts'
export { type PrintOrder, printedPage } from './printed-page.ts'
export { wordsIn } from './words.ts'

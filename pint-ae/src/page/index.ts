// The entry `@selfbill/pint-ae/page`; what the service alone needs of it may change.

export type { CreditedValue } from './credited-value.ts'
export { draftPage } from './draft-page.ts'
export { gulfMoment } from './figures.ts'
export { htmlOf } from './html.ts'
export { style } from './html-style.ts'
export {
  type Block,
  type Cell,
  type Fact,
  type Label,
  type Language,
  type Page,
  type PageLanguage,
  type PageLogo,
  type PartyBlock,
  type Piece,
  pageLanguages,
  type Sum,
} from './page.ts'
export { type PrintOrder, printedPage } from './printed-page.ts'
export { wordsIn } from './words.ts'

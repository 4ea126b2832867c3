import type { Family } from '../document/family.ts'
import type { Page, PageLanguage } from './page.ts'
import { printedPage } from './printed-page.ts'

/** A document that `compute` made, as a page. It is not sent, and the page says so. */
export function draftPage({ json, findings }: Draft, { family, language = 'en', printedAt }: DraftPageOptions): Page {
  return printedPage({
    family,
    id: '',
    answer: json,
    request: '',
    overallStatus: null,
    participantStatus: null,
    ftaStatus: null,
    failures: findings.filter(({ flag }) => flag === 'fatal').length,
    language,
    isSandbox: false,
    printedAt: (printedAt ?? new Date()).getTime(),
  })
}

interface Draft {
  readonly json: string
  readonly findings: readonly { readonly flag: string }[]
}

interface DraftPageOptions {
  readonly family: Family
  /** English by default. */
  readonly language?: PageLanguage
  /** The system's clock by default. */
  readonly printedAt?: Date
}

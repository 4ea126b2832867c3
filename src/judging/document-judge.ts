import { judgedAlone } from '@selfbill/pint-ae/judge'
import { headerIn, type Rulebook, type RuleFinding, type RuleSet } from '@selfbill/pint-ae/rulebook'
import { SchematronError } from '@selfbill/schematron/errors'
import type { Element } from '@selfbill/schematron/xml'
import type { BookFolder } from './book-folder.ts'
import { chooseBook, refuseOverlaps, type UnknownDocument } from './choose-book.ts'
import { OperatorBook } from './operator-book.ts'

/** Judges any UBL document by its customisation id, with our rules and the operator's books. */
export class DocumentJudge {
  readonly #own: Rulebook
  readonly #folders: readonly BookFolder[]
  readonly #now: () => Date
  readonly #compiled = new Map<BookFolder, OperatorBook>()

  /** Books are compiled on first use. */
  constructor(own: Rulebook, folders: readonly BookFolder[], now: () => Date) {
    this.#own = own
    this.#folders = folders
    this.#now = now
  }

  judge(root: Element): Judgement | UnknownDocument {
    const choice = chooseBook(root, this.#folders)
    if (choice.kind === 'unknown') return choice
    return choice.kind === 'own'
      ? judgedByOwn(this.#own.on(headerIn(root, 'IssueDate')), choice.set, root, this.#now())
      : this.#judgedBy(choice.folder, root)
  }

  /** Compiles every book, so that errors appear at the start. Returns each as a line. */
  problems(): readonly string[] {
    const checks = [() => refuseOverlaps(this.#folders), ...this.#folders.map((folder) => () => this.#book(folder))]
    return checks.flatMap((check) => {
      try {
        check()
        return []
      } catch (error) {
        if (error instanceof SchematronError) return [error.message]
        throw error
      }
    })
  }

  #judgedBy(folder: BookFolder, root: Element): Judgement {
    const { name, version } = folder.manifest
    const findings = this.#book(folder).judge(root)
    return { kind: 'judged', isOurs: false, judge: { name, version, digest: folder.digest }, findings }
  }

  #book(folder: BookFolder): OperatorBook {
    const known = this.#compiled.get(folder)
    if (known) return known
    const book = new OperatorBook(folder, this.#now)
    this.#compiled.set(folder, book)
    return book
  }
}

function judgedByOwn(rulebook: Rulebook, set: RuleSet, root: Element, now: Date): Judgement {
  const { name, version, digest } = rulebook.identity(set)
  const findings = judgedAlone(rulebook, set, root, now)
  return { kind: 'judged', isOurs: true, judge: { name, version: version ?? null, digest }, findings }
}

export interface Judgement {
  readonly kind: 'judged'
  /** False for a rule book of the operator. */
  readonly isOurs: boolean
  readonly judge: JudgingBook
  readonly findings: readonly RuleFinding[]
}

/** Names the rules that judged: a later version of them may judge otherwise. */
export interface JudgingBook {
  readonly name: string
  /** Null where RULEBOOK_DIR replaces our files. */
  readonly version: string | null
  /** Over the texts of all files: 16 hexadecimal digits. */
  readonly digest: string
}

/** The result for the text of a document. */
export type Judged = Judgement | UnknownDocument | { readonly kind: 'unreadable'; readonly reason: string }

import type { CompiledSchema } from '@selfbill/schematron/written'
import { isDocumentSet, type RuleSet } from './rule-set.ts'
import type { RuleSetIdentity } from './rule-set-identity.ts'
import { type Rulebook, rulebookFrom } from './rulebook.ts'

/** Our rules, compiled when the package was built (scripts/compiled-rules.ts). */
export interface WrittenRules {
  /** The rules of invoices and credit notes, of both sets. */
  readonly documents: () => CompiledSchema
  readonly tdd: () => CompiledSchema
  readonly mls: () => CompiledSchema
  /** The names of the files that apply to a set; ours that the official set lacks are apart. */
  readonly files: Readonly<Record<RuleSet, readonly string[]>>
  readonly gaps: readonly string[]
  readonly identities: readonly { readonly set: RuleSet; readonly identity: RuleSetIdentity }[]
}

/** The rule book with our own rules (`true`), and with the official ones alone. */
export function writtenRulebooks(rules: WrittenRules): (gaps: boolean) => Rulebook {
  const documents = once(rules.documents)
  const books = { true: once(() => bookOf(true)), false: once(() => bookOf(false)) }
  return (gaps) => books[`${gaps}`]()

  function bookOf(gaps: boolean): Rulebook {
    return rulebookFrom({
      schemaOf: (set) =>
        isDocumentSet(set) ? documents().only(new Set([...rules.files[set], ...(gaps ? rules.gaps : [])])) : alone(set),
      identityOf: (set) => {
        const found = rules.identities.find((one) => one.set === set && one.identity.hasGaps === gaps)
        if (found === undefined) throw new Error(`the rules of ${set} have no identity`)
        return found.identity
      },
      isGap: (file) => gaps && rules.gaps.includes(file),
    })
  }

  function alone(set: RuleSet): CompiledSchema {
    return set === 'tdd' ? rules.tdd() : rules.mls()
  }
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

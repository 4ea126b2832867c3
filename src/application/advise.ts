import type { Family } from '@selfbill/pint-ae/document'
import { type JsonValue, readJson, valueAt, withoutValue, writeJson } from '@selfbill/pint-ae/json'
import { codeOf, inArabic, inEnglish } from '@selfbill/pint-ae/messages'
import { joinTexts, stringOf, type Text } from '@selfbill/pint-ae/text'
import type { DocumentRecord } from '../record/make-record.ts'
import { invoicesOfOthers, partyHistory } from '../store/documents/party-history.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import {
  creditsOfOthers,
  type DraftWarning,
  invoicesNamed,
  unlikelyValues,
  unprintable,
  unusualAmong,
} from './draft-warnings.ts'

/** The answer of a dry run with its warnings. Source: docs/decisions/0172. */
export async function advised(
  caller: Caller,
  family: Family,
  { dryRun = '', figures }: Pick<DocumentRecord, 'dryRun' | 'figures'>,
  parts: ApplicationParts,
): Promise<Text> {
  const warnings = caller.isThorough === true ? await warningsAbout(caller, family, { dryRun, figures }, parts) : []
  const written = warnings.map(({ field, message }) => {
    const { id, values } = codeOf(message)
    return { id, field, text: caller.language === 'ar' ? inArabic(message) : inEnglish(message), values }
  })
  return joinTexts([withoutEnd(dryRun), `,"warnings":${writeJson(written)}}`])
}

async function warningsAbout(
  { orgId, mayRead }: Caller,
  family: Family,
  { dryRun, figures }: { readonly dryRun: Text } & Pick<DocumentRecord, 'figures'>,
  { store, lettersWithoutFont, repeatsInBatch, now }: ApplicationParts,
): Promise<readonly DraftWarning[]> {
  const earlier = mayRead === true ? await partyHistory(store.database, { orgId, family, figures }) : []
  const document = dryRun.length > charactersMax ? undefined : documentIn(dryRun)
  const named = document === undefined ? [] : invoicesNamed(document)
  const ofOthers =
    named.length === 0 || mayRead !== true
      ? []
      : await invoicesOfOthers(store.database, { orgId, family, figures }, named)
  return [
    ...(document === undefined ? [] : unlikelyValues(document, family, now())),
    ...creditsOfOthers(ofOthers),
    ...unusualAmong(earlier, figures),
    ...(repeatsInBatch?.(figures) === true
      ? [{ field: null, message: { id: 'repeated_in_batch', values: {} } } as const]
      : []),
    ...(document === undefined || lettersWithoutFont === undefined
      ? []
      : await unprintable(document, lettersWithoutFont)),
  ]
}

/** The document without its findings, which are not printed. */
function documentIn(dryRun: Text): JsonValue {
  return withoutValue(valueAt(readJson(stringOf(dryRun)), ['document']) ?? null, ['meta_info'])
}

/** The JSON without its last brace. */
function withoutEnd(text: Text): Text {
  return typeof text === 'string' ? text.slice(0, -1) : text.subarray(0, -1)
}

/** Longer documents are looked at by their amounts alone. */
const charactersMax = 256_000

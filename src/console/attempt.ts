import { SelfbillError } from '../../client/src/errors.ts'
import type { Say } from './language/language.ts'
import { refusalWords } from './refusal-words.ts'

/**
 * Calls the API for a form. What the person can correct (a wrong field, a conflict) comes back as a
 * refusal in the language of the page, so that the form can be shown again with it. Everything else
 * is thrown, and gets a page of its own.
 */
export async function attempt<Answer>(
  { say }: { readonly say: Say },
  work: () => Promise<Answer>,
): Promise<Attempted<Answer>> {
  try {
    return { answer: await work() }
  } catch (error) {
    if (error instanceof SelfbillError && correctable.has(error.status)) return { refusal: worded(error, say) }
    throw error
  }
}

export type Attempted<Answer> =
  | { readonly answer: Answer; readonly refusal?: undefined }
  | { readonly refusal: SelfbillError; readonly answer?: undefined }

const correctable: ReadonlySet<number> = new Set([400, 409, 412, 413, 422])

/**
 * The error in the words of the page. A refusal of fields alone has no message of its own: the
 * first field's stands for it. Arabic came only if the page is Arabic.
 */
export function worded(
  { status, message, fields, codes, messageAr, fieldsAr, findings, rulesNotJudged, headers, body }: SelfbillError,
  say: Say,
): SelfbillError {
  const inWords = Object.entries(fields).map(([name, text]) => {
    return [name, refusalWords(say, { code: codes[name], text, arabic: fieldsAr[name] })] as const
  })
  const [first] = inWords
  const isOfFieldsAlone = codes.message === undefined && first !== undefined
  return new SelfbillError(
    status,
    isOfFieldsAlone ? first[1] : refusalWords(say, { code: codes.message, text: message, arabic: messageAr }),
    Object.fromEntries(inWords),
    { codes, findings, rulesNotJudged, headers, body },
  )
}

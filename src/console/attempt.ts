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

/** The client counts the wrong fields where the API has no message of its own. */
function worded({ status, message, fields, messageAr, fieldsAr }: SelfbillError, say: Say): SelfbillError {
  const inWords = Object.entries(fields).map(([name, text]) => [name, refusalWords(say, text, fieldsAr[name])] as const)
  return new SelfbillError(
    status,
    /^\d+ wrong: /.test(message) ? (inWords[0]?.[1] ?? message) : refusalWords(say, message, messageAr),
    Object.fromEntries(inWords),
  )
}

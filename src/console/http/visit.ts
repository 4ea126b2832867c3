import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../api/request/language.ts'
import type { SignedIn } from '../../people/people.ts'
import { formatIn } from '../language/format.ts'
import { isLanguage, type Language, sayIn } from '../language/language.ts'
import type { Visit } from '../route.ts'
import { type Browser, browserOf } from './browser.ts'
import { cookieNames } from './cookies.ts'

/** What a page knows about its request, before its own parameters are read. */
export function visitOf(
  request: FastifyRequest,
  { now, isSandbox, returnTo }: Pick<Visit, 'now' | 'isSandbox' | 'returnTo'>,
  signedIn: SignedIn | undefined,
): Visit {
  const browser = browserOf(request)
  const language = chosenLanguage(request, browser, signedIn)
  return {
    language,
    say: sayIn(language),
    format: formatIn(language),
    now,
    isSandbox,
    address: request.url,
    returnTo,
    isForm: request.method === 'POST',
    signedIn,
    browser,
  }
}

/** Chosen in this browser, else preferred by the person, else asked for by the browser. */
function chosenLanguage(request: FastifyRequest, browser: Browser, signedIn: SignedIn | undefined): Language {
  const chosen = browser.cookie(cookieNames.language)
  if (isLanguage(chosen)) return chosen
  return signedIn?.person.language ?? languageOf(request.headers['accept-language'])
}

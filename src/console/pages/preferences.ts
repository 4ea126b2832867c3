import { cookieNames } from '../http/cookies.ts'
import { ownAddress } from '../http/own-address.ts'
import { isLanguage } from '../language/language.ts'
import { themeOf } from '../layout/theme.ts'
import { action } from '../route.ts'

/**
 * Language and theme of this browser, also before anybody has signed in. The account of a signed-in
 * person keeps the language too, for e-mails and other browsers.
 */
export const choosePreferences = action({
  path: '/console/preferences',
  access: 'anyone',
  async act({ form, personal }) {
    const language = form.text('language')
    const theme = form.text('theme')
    if (isLanguage(language)) await personal?.api.call('changeMe', { body: { language } })
    return {
      redirect: returnAddress(form.text('return')),
      cookies: [
        ...(isLanguage(language) ? [{ name: cookieNames.language, value: language, maxAgeS: yearS }] : []),
        ...(theme === undefined ? [] : [{ name: cookieNames.theme, value: themeOf(theme), maxAgeS: yearS }]),
      ],
    }
  },
})

/** The sign-in too, which nobody else is led back to. */
function returnAddress(address: string | undefined): string {
  return address !== undefined && /^\/console\/sign-in(\/[\w-]+)?$/.test(address) ? address : ownAddress(address)
}

const yearS = 365 * 24 * 60 * 60

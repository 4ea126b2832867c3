import type { Say } from './language.ts'

/**
 * A message of the API in the words of the page. The API names the member ("Base amount must be a
 * number"); beside a field with a label of its own that would be another name for it. A message
 * that is not listed stays as the API says it, in Arabic if it came with a translation.
 */
export function refusalWords(say: Say, message: string, arabic: string = message): string {
  for (const { text, words } of known) {
    const found = text.exec(message)
    if (found !== null) return words(say, found.groups ?? {})
  }
  return arabic
}

interface Known {
  readonly text: RegExp
  readonly words: (say: Say, groups: Readonly<Record<string, string>>) => string
}

function as(text: RegExp, words: Known['words']): Known {
  return { text, words }
}

/** The first that fits counts. */
const known: readonly Known[] = [
  as(/ is mandatory when the category is E$/, (say) => say('refusals.exemption')),
  as(/ is mandatory for goods$/, (say) => say('refusals.goods')),
  as(/ is mandatory when payment means code is 30$/, (say) => say('refusals.transfer')),
  as(/^Tax exchange rate is required /, (say) => say('refusals.rate')),
  as(/^Calculation rate must be 1 /, (say) => say('refusals.noRate')),
  as(/^Billing reference is mandatory /, (say) => say('refusals.creditedInvoice')),
  as(/ is mandatory( |$)/, (say) => say('refusals.mandatory')),
  as(/ must be a number$/, (say) => say('refusals.number')),
  as(/ must be greater than zero$/, (say) => say('refusals.positive')),
  as(/ must not be negative$/, (say) => say('refusals.notNegative')),
  as(/ must have at most (?<count>\d+) decimals$/, (say, { count }) =>
    say('refusals.decimals', { count: Number(count) }),
  ),
  as(/ must be less than 1000000000000$/, (say) => say('refusals.tooLarge')),
  as(/ must be a whole number from (?<least>-?\d+) to (?<most>\d+)$/, (say, { least = '', most = '' }) =>
    say('refusals.whole', { least, most }),
  ),
  as(/ must be a valid date /, (say) => say('refusals.date')),
  as(/^(End date|Due date|To) must not be before /, (say) => say('refusals.order')),
  as(/ must be at most (?<count>\d+) characters long$/, (say, { count }) =>
    say('refusals.long', { count: Number(count) }),
  ),
  as(/ must be an e-mail address$/, (say) => say('refusals.email')),
  as(/ must not begin or end with blanks$/, (say) => say('refusals.blanks')),
  as(/ must not hold a card number$/, (say) => say('refusals.card')),
  as(/ must be 15 digits, start with 1 and end with 03$/, (say) => say('refusals.trn')),
  as(/ must be a valid currency code$/, (say) => say('refusals.currency')),
  as(/ must be a valid country code$/, (say) => say('refusals.country')),
  as(/ must be an https address$/, (say) => say('refusals.https')),
  as(/ must be one (or more )?of (?<list>.+)$/, (say, { list = '' }) => say('refusals.oneOf', { list })),
  as(/^(?<name>\S+) is not a known field; did you mean (?<near>.+)\?$/, (say, { name = '', near = '' }) =>
    say('refusals.unknownNear', { name, near }),
  ),
  as(/^(?<name>\S+) is not a known field$/, (say, { name = '' }) => say('refusals.unknown', { name })),
  as(/ must not be sent( |:|$)/, (say) => say('refusals.notSent')),
  as(/^(?:Quantity|Amount) must be at most (?<most>[\d.]+), what is left of line/, (say, { most = '' }) =>
    say('refusals.left', { most }),
  ),
  as(/^Document number is taken by /, (say) => say('refusals.numberTaken')),
  as(/^Another user has the e-mail address /, (say) => say('refusals.emailTaken')),
  as(/^Profile ID .+ is taken$/, (say) => say('refusals.profileTaken')),
  as(/^The business profile has changed since you read it/, (say) => say('refusals.profileChanged')),
  as(/^Business profile is not active/, (say) => say('refusals.profileInactive')),
  as(/^The last administrator /, (say) => say('refusals.lastAdmin')),
  as(/^The role of this user is above your own$/, (say) => say('refusals.roleTooHigh')),
  as(/^An organisation has at most (?<count>\d+) webhooks$/, (say, { count }) =>
    say('refusals.webhooksFull', { count: Number(count) }),
  ),
  as(/^Webhook .+ is not active$/, (say) => say('refusals.webhookInactive')),
  as(/^There is no stalled leg of /, (say) => say('refusals.notStopped')),
  as(/^Another request resubmitted the document /, (say) => say('refusals.changedMeanwhile')),
  as(/^Only a document with status VALIDATION_FAILED /, (say) => say('refusals.notFailed')),
  as(/^A request with this Idempotency-Key is still running$/, (say) => say('refusals.running')),
  as(/ is not a cursor of this /, (say) => say('refusals.cursor')),
]

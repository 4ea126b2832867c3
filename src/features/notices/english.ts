/** The sentences of e-mails. `{name}` is where a value goes. */
export const english = {
  greeting: 'Hello,',
  subjectOne: '{number}: {what}',
  subjectMany: '{count} events need attention',
  subjectDigest: 'Daily digest: {count}',
  introOne: 'A document of {organisation} needs attention.',
  introMany: '{count} events of {organisation} need attention.',
  parties: 'From {billedBy} to {billedTo}',
  kinds: {
    failed_rules: 'Failed its rules. It was not sent.',
    participant: 'Rejected by the receiver',
    authority: 'Rejected by the tax authority',
    undelivered: 'Not delivered: the network refused it',
    stalled: 'The transmission is stalled. It waits for a person.',
    approval_waiting: 'Waits for your approval. It is not issued before.',
    approval_returned: 'Returned to you. It is not issued.',
    approval_expired: 'Nobody approved it in time. It is not issued; you can send it again.',
  },
  failedRules: 'Failed rules: {count}',
  reason: 'Reason: {reason}',
  more: 'And {count} more. The inbox shows all of them.',
  limit: 'This is the last e-mail of this hour. Later events come with the daily digest at {time}, Gulf time.',
  open: 'Open the document',
  inbox: 'Open the inbox',
  why: {
    at_once: 'You chose an e-mail for each event.',
    daily: 'You get a digest a day, when there is something in it.',
  },
  settings: 'Change or end these e-mails',
  confirmation: {
    subject: 'Confirm your e-mail address',
    why: 'Somebody who works with Selfbill entered this address, so that it gets e-mails about documents.',
    how: 'If you want them, open this link and confirm the address. It works for 14 days.',
    ignore: 'If you do not expect this, do nothing: this address then gets no e-mails about documents.',
  },
  families: {
    'purchase-invoices': 'Purchase invoice',
    'purchase-credit-notes': 'Purchase credit note',
    'sales-invoices': 'Sales invoice',
    'sales-credit-notes': 'Sales credit note',
  },
} as const

/** Every language has the same sentences. */
export type MailWords = Words<typeof english>

type Words<Of> = { readonly [Key in keyof Of]: Of[Key] extends string ? string : Words<Of[Key]> }

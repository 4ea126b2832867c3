/**
 * The messages of successful log entries, by event; the events of a leg end in C3 or C5. Clients
 * search the log for "fail", "reject", "error" and "invalid" to find documents in trouble, so no
 * message here contains these words. For the same reason the log leaves out texts from other
 * machines; the snapshot shows them.
 */
export const successMessages = {
  DOCUMENT_CREATED: (title: string, documentNumber: string) => `${title} ${documentNumber} was created`,
  DOCUMENT_RESUBMITTED: (revision: number) => `Edited and resubmitted as revision ${revision}`,
  VALIDATION_SUCCESS: () => 'The document passed validation',
  SUBMITTED_TO: () => 'Handed over for transmission',
  SUBMITTED_AGAIN_TO: (apart: string) =>
    `Handed over again: the gateway had no record of it, asked twice ${apart} apart`,
  RECEIPT_FROM: (name: string) => `${name} confirmed receipt`,
  MLS_RECEIVED_FROM: (code: 'AP' | 'AB', mlsId: string) => `${code}: ${acceptances[code]} (MLS ${mlsId})`,
  MLS_UNVERIFIED: (code: string, senderId: string, mlsId: string, awaited: keyof typeof awaitedWords) =>
    `${code} from ${senderId} waits until ${awaitedWords[awaited]} (MLS ${mlsId})`,
  MLS_OVERDUE: (after: string) => `No status within ${after} of the receipt; one that comes later still counts`,
  DOCUMENT_APPROVED: () => 'Accepted on every leg',
  DOCUMENT_CONTENT_REMOVED: (years: number) => `The content was removed after a retention of ${years} years`,
} as const

const awaitedWords = {
  receipt: 'a receipt shows who answers for the receiver',
  earlier: 'those that came before it are decided',
} as const

const acceptances = { AP: 'accepted and delivered', AB: 'accepted, delivery not confirmed' } as const

/** Added to SUBMITTED_TO when an earlier attempt may have arrived. */
export const unlessSent = ', unless the gateway has it already'

/** The receiver of each leg, in these messages. */
export const cornerNames = { C3: "The receiver's access point", C5: 'The tax authority' } as const

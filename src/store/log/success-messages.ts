/**
 * What the log says when all goes well, by event; C3 and C5 stand behind the names of those about a
 * leg. Adapters search these texts for "fail", "reject", "error" and "invalid" to recognise a
 * document in trouble, so none of them holds such a word. Texts that come from other machines are
 * left out for the same reason: the snapshot shows them.
 */
export const successMessages = {
  DOCUMENT_CREATED: (title: string, documentNumber: string) => `${title} ${documentNumber} was created`,
  DOCUMENT_RESUBMITTED: (revision: number) => `Edited and resubmitted as revision ${revision}`,
  VALIDATION_SUCCESS: () => 'The document passed validation',
  SUBMITTED_TO: () => 'Handed over for transmission',
  RECEIPT_FROM: (name: string) => `${name} confirmed receipt`,
  MLS_RECEIVED_FROM: (code: 'AP' | 'AB', mlsId: string) => `${code}: ${acceptances[code]} (MLS ${mlsId})`,
  MLS_OVERDUE: (after: string) => `No status within ${after} of the receipt; one that comes later still counts`,
  DOCUMENT_APPROVED: () => 'Accepted on every leg',
} as const

const acceptances = { AP: 'accepted and delivered', AB: 'accepted, delivery not confirmed' } as const

/** Added to SUBMITTED_TO when an earlier attempt may have got through. */
export const unlessSent = ', unless the gateway has it already'

/** What answers for each leg, in these messages. */
export const cornerNames = { C3: "The receiver's access point", C5: 'The tax authority' } as const

/**
 * All statements that touch rows of many organisations, by name: `acrossOrganisations` takes no
 * other. Each passes row level security (docs/decisions/0099). On a database that is
 * spread over machines each asks all of them (docs/decisions/0103). So they are few, short and
 * rare: none is part of a request for one organisation, or of sending one of its documents, except
 * those that find out the organisation.
 */
export const crossings = {
  /** Reads that find out the organisation: eight at most, in src/store/identity-reads.ts. */
  identity: [
    'client',
    'session of a browser',
    'login link',
    'invitations',
    'person by identity',
    'transmission',
    'document',
    'stalled document',
  ],
  /** Selects without a lock that find organisations with work; the work itself names its own. */
  work: [
    'due legs',
    'lapsed legs',
    'held legs',
    'overdue legs',
    'decidable withdrawals',
    'waiting statuses',
    'stopped documents',
    'webhooks',
    'lapsed deliveries',
    'news',
    'organisations with readers',
    'unread cursors',
    'addresses to confirm',
    'due mails',
    'lapsed mails',
    'reviews of objects',
    'retentions',
    'documents without a number key',
    'documents without search keys',
    'numbers without a block',
    'packing of older texts',
    'due uploads',
    'files of uploads',
  ],
  /** Selects for operators, who see the whole service. */
  operators: [
    'causes of legs',
    'legs of a cause',
    'count of a cause',
    'stalled legs of a cause',
    'listed overdue legs',
    'listed stalled legs',
    'open legs',
    'queue of legs',
    'queue of deliveries',
    'outages',
    'documents behind an outage',
    'sealed webhook secrets',
    'sealed client secrets',
    'sealed drafts',
    'sealed approvals',
    'secrets that are not encrypted',
  ],
  /** Plain deletes by age: a database sends them to all its machines. */
  upkeep: [
    'age of a step',
    'aged rows',
    'age of a step in parts',
    'aged parts',
    'aged answers in parts',
    'sessions that are over',
    'links that are over',
    'unneeded secrets',
    'expired secrets',
    'expired older secrets',
    'approvals whose issue was cut off',
  ],
  /** Writes of a few rows that name no organisation, or several. */
  writes: ['session of a login link', 'audit of a login link', 'audit of a sign-out', 'sign-out'],
  /** A migration changes all rows. */
  migration: ['migration'],
  /** Moves the tables with all rows, and reads the catalogue for that. */
  distribution: ['distribution'],
} as const

export type Crossing = (typeof crossings)[keyof typeof crossings][number]

import type { Change } from './engine.ts'
import { chosenNumber, type Journal } from './journal.ts'
import type { StoredNote } from './stored-notes.ts'

/**
 * What must hold after every commit, one function for each. The triggers of `watched` report what a
 * commit has changed, so a check looks at that only, and at what it remembers.
 */
export class CommitChecks {
  readonly #parts: CommitCheckParts
  #known = newMemory()
  #copied = newMemory()

  constructor(parts: CommitCheckParts) {
    this.#parts = parts
  }

  /** One commit. */
  look(changes: readonly Change[]): void {
    const credited = new Set<string>()
    for (const { kind, values } of changes) {
      if (kind === 'credit') credited.add(String(values[0]))
      else this.#checks[kind]?.(values.map(String))
    }
    for (const orgId of credited) this.noInvoiceIsCreditedTwice(orgId)
  }

  /** The database is copied. */
  copy(): void {
    this.#copied = copyOf(this.#known)
  }

  /**
   * The copy is in the place of the lost database. Numbers that were minted since are not minted
   * again; those that callers choose may come again.
   */
  restore(): void {
    const { numbers: minted } = this.#known
    this.#known = copyOf(this.#copied)
    for (const number of minted) if (!number.includes(chosenNumber)) this.#known.numbers.add(number)
  }

  readonly #checks: Readonly<Record<string, (values: readonly string[]) => void>> = {
    document: ([orgId = '', family = '', sequence = '', number = '']) => {
      this.sequencesHaveNoGap(`${orgId} ${family}`, Number(sequence))
      this.numbersAreUnique(`${orgId} ${family} ${number}`)
    },
    link: ([orgId, family, sequence = '', previous = '', link = '']) =>
      this.chainIsSound(`${orgId} ${family}`, { sequence, previous, link }),
    leg: ([uuid = '', status = '']) => this.endedLegsStay(uuid, status),
    report: ([uuid = '', documentId, revision]) => this.reportsFollowRefusals(`${documentId} ${revision}`, uuid),
    end: (values) => this.documentsEndOnce(values.join(' ')),
    lost: ([table, orgId, documentId]) => this.nothingThatStaysIsLost({ table, orgId, documentId }),
    webhook: ([id, before, after]) => this.webhooksMoveForward(`${id}: ${before} to ${after}`),
  }

  /** In which some leg is now. */
  get statesOfLegs(): ReadonlySet<string> {
    return new Set(this.#known.legs.values())
  }

  sequencesHaveNoGap(name: string, sequence: number): void {
    const last = this.#known.sequences.get(name) ?? 0
    if (sequence !== last + 1) this.#broken('sequences have no gap', { name, last, sequence })
    this.#known.sequences.set(name, sequence)
  }

  numbersAreUnique(number: string): void {
    if (this.#known.numbers.has(number)) this.#broken('numbers are unique', { number })
    this.#known.numbers.add(number)
  }

  chainIsSound(name: string, { sequence, previous, link }: Link): void {
    if (previous !== (this.#known.links.get(name) ?? '')) this.#broken('the chain is sound', { name, sequence })
    this.#known.links.set(name, link)
  }

  endedLegsStay(uuid: string, status: string): void {
    const before = this.#known.legs.get(uuid)
    if (before === status) return
    if (before !== undefined && ended.has(before))
      this.#broken('a leg that has ended stays as it is', { uuid, before, status })
    this.#parts.reached(`leg ${status}`)
    this.#known.legs.set(uuid, status)
  }

  /** A document is reported again only while its last report is refused. */
  reportsFollowRefusals(revision: string, uuid: string): void {
    const last = this.#known.reports.get(revision)
    const status = last === undefined ? undefined : this.#known.legs.get(last)
    if (status !== undefined && status !== 'REJECTED' && status !== 'FAILED')
      this.#broken('a report is repeated only after its refusal', { revision, uuid, last, status })
    this.#known.reports.set(revision, uuid)
  }

  /** Once for each verdict that it gets: no status follows an end but a new one of a resubmitted report. */
  documentsEndOnce(end: string): void {
    if (this.#known.ends.has(end)) this.#broken('a document ends once', { end })
    this.#known.ends.add(end)
  }

  webhooksMoveForward(move: string): void {
    this.#broken('a webhook never goes back in its feed', { move })
  }

  /** Documents, legs, links and entries stay for ever. */
  nothingThatStaysIsLost(lost: object): void {
    this.#broken('what must stay is never deleted', lost)
  }

  noInvoiceIsCreditedTwice(orgId: string): void {
    const invoices = this.#parts.journal.invoices.filter((invoice) => invoice.orgId === orgId)
    if (invoices.length === 0) return
    const notes = this.#parts.validNotes(orgId)
    for (const { id, number, quantity } of invoices) {
      const taken = notes
        .filter((note) => note.billing_reference?.[0]?.id === number)
        .reduce((sum, note) => sum + (note.document_lines[0]?.quantity ?? 0), 0)
      if (taken > quantity) this.#broken('no invoice is credited above its amount', { id, taken, quantity })
    }
  }

  #broken(invariant: string, what: object): void {
    this.#parts.violation(invariant, JSON.stringify(what))
  }
}

export interface CommitCheckParts {
  readonly journal: Journal
  /** The credit notes of an organisation that count. */
  readonly validNotes: (orgId: string) => readonly StoredNote[]
  readonly violation: (invariant: string, what: string) => void
  /** A state was reached; for the count. */
  readonly reached: (state: string) => void
}

/** What the checks remember of the commits before. */
interface Memory {
  /** The last status of each leg. */
  readonly legs: Map<string, string>
  /** The last report of each revision. */
  readonly reports: Map<string, string>
  /** The last number of each sequence, and the last link of each chain. */
  readonly sequences: Map<string, number>
  readonly links: Map<string, string>
  readonly numbers: Set<string>
  readonly ends: Set<string>
}

function newMemory(): Memory {
  return {
    legs: new Map(),
    reports: new Map(),
    sequences: new Map(),
    links: new Map(),
    numbers: new Set(),
    ends: new Set(),
  }
}

function copyOf({ legs, reports, sequences, links, numbers, ends }: Memory): Memory {
  return {
    legs: new Map(legs),
    reports: new Map(reports),
    sequences: new Map(sequences),
    links: new Map(links),
    numbers: new Set(numbers),
    ends: new Set(ends),
  }
}

interface Link {
  readonly sequence: string
  readonly previous: string
  readonly link: string
}

const ended: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'FAILED', 'NOT_REQUIRED'])

/** Each reports a kind of change, and what its check needs of the row. */
export const watched: readonly string[] = [
  trigger('insert on documents', `'document', new.org_id, new.family, new.sequence, new.document_number`),
  trigger(
    'update of sequence, document_number on documents',
    `'document', new.org_id, new.family, new.sequence, new.document_number`,
    'new.sequence <> old.sequence or new.document_number <> old.document_number',
  ),
  ...['insert', 'update of overall_status, revision'].map((event) =>
    trigger(`${event} on documents`, `'credit', new.org_id`, `new.family = 'purchase-credit-notes'`),
  ),
  ...['insert', 'update'].map((event) =>
    trigger(`${event} on chain_links`, `'link', new.org_id, new.family, new.sequence, new.previous, new.link`),
  ),
  ...['insert', 'update of status'].map((event) =>
    trigger(`${event} on legs`, `'leg', new.transmission_uuid, new.status, new.document_id`),
  ),
  trigger(
    'insert on legs',
    `'report', new.transmission_uuid, new.document_id, new.revision`,
    `new.corner = 'C5' and (new.report is null or new.report = 'R')`,
  ),
  trigger(
    'insert on entries',
    `'end', new.document_id, new.revision, new.overall_status, new.event`,
    `new.overall_status in ('APPROVED', 'REJECTED') and new.event like 'DOCUMENT_%'`,
  ),
  trigger(
    'update of position on webhooks',
    `'webhook', new.id, old.position, new.position`,
    'new.position < old.position',
  ),
  trigger('update of removed_at on documents', `'removed', new.org_id, new.id`, 'new.removed_at is not null'),
  // What stays of every document, whatever happens to its content.
  trigger('delete on documents', `'lost', 'documents', old.org_id, old.id`),
  ...['legs', 'chain_links', 'entries'].map((table) =>
    trigger(`delete on ${table}`, `'lost', '${table}', old.org_id, old.document_id`),
  ),
  trigger(
    'update of event, at on entries',
    `'lost', 'entries', new.org_id, new.document_id`,
    'new.event <> old.event or new.at <> old.at',
  ),
]

function trigger(event: string, values: string, when = 'true'): string {
  const name = `world_${`${event} ${values}`.replaceAll(/\W+/g, '_')}`
  return `create trigger ${name} after ${event} when ${when} begin select world_change(${values}); end`
}

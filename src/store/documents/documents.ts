import type { Family } from '../../document/family.ts'
import type { Organisation } from '../accounts/organisations.ts'
import { failedConstraint } from '../constraints.ts'
import { flag, integer, onlyRow, optionalText, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { type StoredText, storedText, takeRoom, textColumn } from '../database/stored-text.ts'
import { revisionOwner } from '../database/text-parts.ts'
import type { Room } from '../room.ts'
import { documentColumns, type StoredDocument, storedDocument, textColumns } from './document-row.ts'
import { insertDocument } from './insert-document.ts'
import type { NewDocument } from './new-document.ts'

/**
 * Issued documents. A create is one read, `contextOf`, and one write, `add`. Stored texts are never
 * computed again.
 */
export class Documents {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The organisation and profile that a document is made with; undefined where one does not exist.
   */
  async contextOf(orgId: string, profileId: string): Promise<StoredContext> {
    const [row] = await this.#database.query(
      sql(
        `select o.default_api_version, o.phase2, o.auto_numbering, o.number_format, p.party, p.version, p.status
         from organisations o
         left join profiles p on p.org_id = o.id and p.profile_id = $2 where o.id = $1`,
        orgId,
        profileId,
      ),
    )
    if (row === undefined) return { organisation: undefined, profile: undefined }
    const party = optionalText(row, 'party')
    return {
      organisation: {
        defaultApiVersion: text(row, 'default_api_version'),
        hasPhase2: flag(row, 'phase2'),
        hasAutoNumbering: flag(row, 'auto_numbering'),
        numberFormat: optionalText(row, 'number_format'),
      },
      profile:
        party === undefined
          ? undefined
          : { party, version: integer(row, 'version'), isActive: text(row, 'status') === 'ACTIVE' },
    }
  }

  /**
   * Stores the document with everything that belongs to it, or nothing. Takes over the memory of
   * its large texts and files.
   */
  async add(document: NewDocument): Promise<AddOutcome> {
    try {
      // Every create of an organisation and family waits for the same counter.
      const lane = `${document.orgId} ${document.family}`
      const [counted] = await this.#database.transaction(insertDocument(this.#database, document), lane)
      return { outcome: 'added', sequence: integer(onlyRow(counted), 'last') }
    } catch (error) {
      switch (failedConstraint(error)) {
        case 'profile_version':
          return { outcome: 'profile_changed' }
        case 'credit_of_invoice':
          return { outcome: 'credited_meanwhile' }
        case 'document_number':
          return { outcome: 'number_taken', documentId: await this.#idOf(document) }
        default:
          throw error
      }
    }
  }

  /**
   * The document in its present revision. Undefined also for a document of another organisation.
   */
  async find(orgId: string, family: Family, id: string, room: Room): Promise<StoredDocument | undefined> {
    const [row] = await this.#database.query(
      sql(
        `select ${documentColumns}, ${textColumns}
         from documents d join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
         where d.org_id = $1 and d.family = $2 and d.id = $3`,
        orgId,
        family,
        id,
      ),
    )
    if (row === undefined) return undefined
    const document = storedDocument(this.#database, row)
    await takeRoom(room, document.answer, document.findings)
    return document
  }

  async has(orgId: string, family: Family, id: string): Promise<boolean> {
    const rows = await this.#database.query(
      sql('select id from documents where org_id = $1 and family = $2 and id = $3', orgId, family, id),
    )
    return rows.length > 0
  }

  /** The UBL text of the present revision. */
  async xml(orgId: string, family: Family, id: string, room: Room): Promise<StoredText | undefined> {
    const [row] = await this.#database.query(
      sql(
        `select d.revision, ${textColumn('r.', 'ubl')} from documents d
         join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
         where d.org_id = $1 and d.family = $2 and d.id = $3`,
        orgId,
        family,
        id,
      ),
    )
    if (row === undefined) return undefined
    const owner = revisionOwner(id, integer(row, 'revision'))
    const ubl = storedText(this.#database, row, 'ubl', { orgId, owner })
    await takeRoom(room, ubl)
    return ubl
  }

  /** The id of the document with this number; undefined while the number is free. */
  async idOfNumber(orgId: string, family: Family, documentNumber: string): Promise<string | undefined> {
    const [row] = await this.#database.query(
      sql(
        'select id from documents where org_id = $1 and family = $2 and document_number = $3',
        orgId,
        family,
        documentNumber,
      ),
    )
    return row && text(row, 'id')
  }

  async #idOf({ orgId, family, documentNumber }: NewDocument): Promise<string> {
    const id = await this.idOfNumber(orgId, family, documentNumber)
    if (id === undefined) throw new Error('a document number is taken, but no document has it')
    return id
  }
}

export interface StoredContext {
  readonly organisation:
    | Pick<Organisation, 'defaultApiVersion' | 'hasPhase2' | 'hasAutoNumbering' | 'numberFormat'>
    | undefined
  /** `party` is the JSON of the party object; hand `version` back with the document. */
  readonly profile: { readonly party: string; readonly version: number; readonly isActive: boolean } | undefined
}

export type AddOutcome =
  | { readonly outcome: 'added'; readonly sequence: number }
  /** The profile is not the one that the document was made with: make it again. */
  | { readonly outcome: 'profile_changed' }
  /** Another credit note was stored for the same invoice since it was read. */
  | { readonly outcome: 'credited_meanwhile' }
  /** `documentId` has the number. */
  | { readonly outcome: 'number_taken'; readonly documentId: string }

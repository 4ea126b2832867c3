import { integer, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { StoredText } from '../database/stored-text.ts'
import { type RevisionText, revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/**
 * Adds a document to the chain of its organisation and family; runs after the insert of its row.
 * The create locks the sequence counter, so no two documents follow the same link. The previous
 * link is the newest one, if it is next to this document: under row level security
 * PostgreSQL looks up no calculated value such as `sequence - 1` in an index (docs/decisions/0106).
 */
export function insertLink(db: Pick<Database, 'dialect'>, { orgId, id, family, sha256 }: LinkedDocument): Statement {
  const previous = `coalesce(p.link, '')`
  const linked = `'selfbill-chain-1|' || d.org_id || '|' || d.family || '|' || cast(d.sequence as text) || '|' || d.id
    || '|' || cast($3 as text) || '|' || cast($4 as text) || '|' || cast($5 as text) || '|' || ${previous}`
  return sql(
    `insert into chain_links (org_id, family, sequence, document_id, request_sha256, answer_sha256, ubl_sha256,
       previous, link)
     select d.org_id, d.family, d.sequence, d.id, cast($3 as text), cast($4 as text), cast($5 as text),
       ${previous}, ${db.dialect.sha256(linked)}
     from documents d left join (select org_id, sequence, link from chain_links where org_id = $1 and family = $6
         order by sequence desc limit 1) p on p.org_id = d.org_id and p.sequence + 1 = d.sequence
     where d.org_id = $1 and d.id = $2`,
    orgId,
    id,
    sha256.request,
    sha256.answer,
    sha256.ubl,
    family,
  )
}

interface LinkedDocument {
  readonly orgId: string
  readonly id: string
  readonly family: string
  /** Hexadecimal. */
  readonly sha256: { readonly request: string; readonly answer: string; readonly ubl: string }
}

/** A document's link; undefined for documents older than the chain. */
export async function linkOfDocument(db: Database, orgId: string, documentId: string): Promise<ChainLink | undefined> {
  const [row] = await db.query(linkStatement(orgId, documentId))
  return row && chainLink(row)
}

/** Selects a row for `chainLink`. */
export function linkStatement(orgId: string, documentId: string): Statement {
  return sql(`select ${columns} from chain_links where org_id = $1 and document_id = $2`, orgId, documentId)
}

/**
 * For a full check: the next links of an organisation's chains, with the present texts of their
 * documents.
 */
export async function linksAfter(db: Database, place: ChainPlace, limit: number): Promise<readonly CheckedLink[]> {
  const rows = await db.query(
    sql(
      `select c.*, d.removed_at, ${revisionTextColumns('r.', 'request', 'answer', 'ubl')}
       from (select ${columns} from chain_links where org_id = $1 and (family, sequence) > ($2, $3)
           order by family, sequence limit ${limit}) c
         left join documents d on d.org_id = $1 and d.id = c.document_id
         left join revisions r on r.org_id = $1 and r.document_id = c.document_id and r.revision = 1
       order by c.family, c.sequence`,
      place.orgId,
      place.family,
      place.sequence,
    ),
  )
  return rows.map((row) => {
    const link = chainLink(row)
    const key = { orgId: link.orgId, documentId: link.documentId, revision: 1 }
    const textOf = (name: RevisionText) =>
      row[name] === null ? new StoredText('') : revisionTextIn(db, row, name, key)
    const isRemoved = optionalInteger(row, 'removed_at') !== undefined
    return { ...link, isRemoved, request: textOf('request'), answer: textOf('answer'), ubl: textOf('ubl') }
  })
}

export interface ChainPlace {
  readonly orgId: string
  readonly family: string
  readonly sequence: number
}

export interface ChainLink extends ChainPlace {
  readonly documentId: string
  readonly requestSha256: string
  readonly answerSha256: string
  readonly ublSha256: string
  readonly previous: string
  readonly link: string
}

export interface CheckedLink extends ChainLink {
  /** The content of its document was removed after its retention. */
  readonly isRemoved: boolean
  readonly request: StoredText
  readonly answer: StoredText
  readonly ubl: StoredText
}

const columns = 'org_id, family, sequence, document_id, request_sha256, answer_sha256, ubl_sha256, previous, link'

export function chainLink(row: Row): ChainLink {
  return {
    orgId: text(row, 'org_id'),
    family: text(row, 'family'),
    sequence: integer(row, 'sequence'),
    documentId: text(row, 'document_id'),
    requestSha256: text(row, 'request_sha256'),
    answerSha256: text(row, 'answer_sha256'),
    ublSha256: text(row, 'ubl_sha256'),
    previous: text(row, 'previous'),
    link: text(row, 'link'),
  }
}

import type { Family } from '@selfbill/pint-ae/document'
import { documentKinds } from '../../api/documents/document-kind.ts'
import { answeredHold } from '../../api/operations/administration/organisation-shape.ts'
import type { Config } from '../../config/config.ts'
import { auditCommand, systemUser } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { ContentRemoved } from '../../store/documents/content-removed.ts'
import { heldDocuments, holdDocument, releaseDocument } from '../../store/keeping/document-holds.ts'
import type { Hold } from '../../store/keeping/hold.ts'
import { holdOrganisation, releaseOrganisation } from '../../store/keeping/organisation-holds.ts'
import { retentionOf } from '../../store/keeping/retentions.ts'
import { familyOfDocument } from '../../store/overview/overview-rows.ts'
import type { Store } from '../../store/store.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import { Refused } from '../refused.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** Holds a document, or the whole organisation. Exit 1 when the content is gone already. */
export async function setHold(
  terminal: Terminal,
  config: Config,
  id: string | undefined,
  { org, reason, allDocuments }: WhatOption & { readonly reason: string },
): Promise<number> {
  requireOneTarget(id, allDocuments)
  if (reason.trim() === '' || reason.length > 500) throw new UsageError('--reason must have 1 to 500 characters')
  const hold: Hold = { reason, heldBy: systemUser(), heldAt: Date.now() }
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    const { id: orgId } = organisation
    if (id === undefined) {
      await holdOrganisation(store.database, orgId, hold)
      await audit(store, 'holdOrganisation', orgId, undefined, reason)
      terminal.print(printable(`All documents of ${organisation.name} are under a legal hold.`))
      return 0
    }
    const document = await documentOf(store, orgId, id)
    try {
      await holdDocument(store.database, document, hold)
    } catch (error) {
      if (!(error instanceof ContentRemoved)) throw error
      terminal.warn(`selfbill hold: ${error.message}`)
      return 1
    }
    await audit(store, actionOn('hold', document.family), orgId, id, reason)
    terminal.print(`The document ${id} is under a legal hold.`)
    return 0
  })
}

/** Releases one hold; without one nothing changes. */
export async function releaseHold(
  terminal: Terminal,
  config: Config,
  id: string | undefined,
  { org, allDocuments, yes }: WhatOption & YesOption,
): Promise<number> {
  requireOneTarget(id, allDocuments)
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    const { id: orgId } = organisation
    if (id === undefined) {
      const question = `Release the hold on all documents of ${printable(organisation.name)}?`
      if (!(await isConfirmed(terminal, question, { yes }))) return 1
      await releaseOrganisation(store.database, orgId)
      await audit(store, 'releaseOrganisation', orgId)
      terminal.print(printable(`There is no legal hold on ${organisation.name}. Holds on single documents stay.`))
      return 0
    }
    const document = await documentOf(store, orgId, id)
    await releaseDocument(store.database, document)
    await audit(store, actionOn('release', document.family), orgId, id)
    terminal.print(`There is no legal hold on the document ${id}.`)
    return 0
  })
}

interface WhatOption extends OrgOption {
  readonly allDocuments?: true | undefined
}

/** A forgotten id must not mean all documents. */
function requireOneTarget(id: string | undefined, allDocuments: true | undefined): void {
  if ((id === undefined) !== (allDocuments === true))
    throw new UsageError('name one document, or use --all-documents for the whole organisation')
}

/** Every hold of an organisation. The one on all of it comes first, and names no document. */
export async function listHolds(
  terminal: Terminal,
  config: Config,
  { org, ...form }: OrgOption & JsonOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { id: orgId } = await findOrganisation(store, org)
    const { hold } = await retentionOf(store.database, orgId)
    const documents = await heldDocuments(store.database, orgId, listedMax)
    const ofAll = { document_id: null, family: null, document_number: null }
    const rows = [
      ...(hold === undefined ? [] : [{ ...ofAll, ...answeredHold(hold) }]),
      ...documents.map(({ id, family, number, hold: one }) => ({
        document_id: id,
        family,
        document_number: number,
        ...answeredHold(one),
      })),
    ]
    const columns = ['held_since', 'document_id', 'family', 'document_number', 'held_by', 'reason'] as const
    printRows(terminal, rows, columns, form)
    return 0
  })
}

async function documentOf({ database }: Store, orgId: string, id: string) {
  const family = await familyOfDocument(database, orgId, id)
  if (family === undefined) throw new Refused(`there is no document ${id} in this organisation`)
  return { orgId, id, family }
}

/** The id of the operation that does the same. */
function actionOn(verb: 'hold' | 'release', family: Family): string {
  return `${verb}${documentKinds.find((kind) => kind.family === family)?.name ?? 'Document'}`
}

async function audit(store: Store, action: string, orgId: string, documentId?: string, reason?: string): Promise<void> {
  const target = documentId === undefined ? { kind: 'organisation', id: orgId } : { kind: 'document', id: documentId }
  await auditCommand(store, { orgId, action, target, ...(reason !== undefined && { detail: { reason } }) })
}

const listedMax = 10_000

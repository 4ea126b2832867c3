import { families, instantAt } from '@selfbill/pint-ae/document'
import type { Config } from '../../../config/config.ts'
import { features } from '../../../features/index.ts'
import { auditCommand } from '../../../service/audit-command.ts'
import { withStore } from '../../../service/open-store.ts'
import { type DocumentBlock, lastSequences } from '../../../store/leaving/document-facts.ts'
import { linesOfTable } from '../../../store/leaving/table-rows.ts'
import { exportedTables, tablesLeftBehind } from '../../../store/leaving/tables.ts'
import type { Store } from '../../../store/store.ts'
import type { OrgOption } from '../../org-option.ts'
import { printable } from '../../printable.ts'
import type { Terminal } from '../../terminal.ts'
import { findOrganisation } from '../find-organisation.ts'
import { documentLines } from './documents.ts'
import { ExportFolder } from './export-folder.ts'

/**
 * Writes everything of an organisation into a folder: its documents with all texts, files, statuses
 * and logs, its settings, people, agreements and audit log. Run again after an interruption, it
 * continues. Source: docs/operating.md#leaving.
 */
export async function exportOrganisation(
  terminal: Terminal,
  config: Config,
  folder: string,
  { org }: OrgOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { id: orgId, name } = await findOrganisation(store, org)
    const open = await ExportFolder.open(folder, () => beginning(store, orgId), orgId)
    const { begun_at, last_sequences } = open.beginning
    const [documentFiles] = features.flatMap((feature) => feature.documentFiles?.(config) ?? [])
    if (documentFiles === undefined) throw new Error('no feature reads the files of documents')
    for (const block of blocksOf(orgId, last_sequences)) {
      const title = `${block.family}-${String(block.from).padStart(9, '0')}`
      if (open.isDone(title)) continue
      await open.step(title, async (write) => {
        await write(
          `documents/${title}.ndjson`,
          documentLines(store.database, block, { documentFiles, write, now: Date.now }),
        )
      })
      terminal.print(`${block.family} ${block.from} to ${block.to}`)
    }
    const documents = Object.values(last_sequences).reduce((sum, last) => sum + last, 0)
    await auditCommand(store, {
      orgId,
      action: 'exportOrganisation',
      target: { kind: 'organisation', id: orgId },
      detail: { documents },
    })
    // After the documents, so that the audit log has all that the documents show.
    for (const table of exportedTables)
      if (!open.isDone(table.table))
        await open.step(table.table, async (write) => {
          await write(`${table.table}.ndjson`, linesOfTable(store.database, orgId, table))
        })
    const left = {
      left_behind: tablesLeftBehind,
      rows_left_behind: rowsLeftBehind(),
      columns_left_behind: columnsLeftBehind(),
    }
    const facts = { format: 'selfbill-export-1', org_id: orgId, name, begun_at, ended_at: instantAt(Date.now()) }
    const files = await open.finish({ ...facts, documents, last_sequences, ...left })
    terminal.print(printable(`${name}: ${documents} documents in ${files.length} files. manifest.json lists them.`))
    return 0
  })
}

async function beginning({ database }: Store, orgId: string) {
  return {
    org_id: orgId,
    begun_at: instantAt(Date.now()),
    last_sequences: await lastSequences(database, orgId),
  }
}

function* blocksOf(orgId: string, last: Readonly<Record<string, number>>): Generator<DocumentBlock> {
  for (const family of families) {
    const end = last[family] ?? 0
    for (let from = 1; from <= end; from += blockDocuments)
      yield { orgId, family, from, to: Math.min(end, from + blockDocuments - 1) }
  }
}

const blockDocuments = 500

function rowsLeftBehind(): Readonly<Record<string, string>> {
  return Object.fromEntries(exportedTables.flatMap(({ table, only }) => (only ? [[table, only.otherwise]] : [])))
}

function columnsLeftBehind(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    exportedTables.flatMap(({ table, without }) =>
      Object.entries(without).map(([column, reason]) => [`${table}.${column}`, reason]),
    ),
  )
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Family } from '@selfbill/pint-ae/document'
import type { NameLanguage } from '../../../document-files/column-names.ts'
import { isXlsx } from '../../../document-files/document-file.ts'
import { supplierTemplate, templateOf } from '../../../document-files/template.ts'
import { writtenCsv } from '../../../document-files/written-csv.ts'
import { writtenXlsx } from '../../../document-files/xlsx/written-xlsx.ts'
import { quoted } from '../../printable.ts'
import type { Terminal } from '../../terminal.ts'
import { UsageError } from '../../usage-error.ts'

/** Writes a file that people put their own documents into. Never writes over another file. */
export async function writeTemplate(terminal: Terminal, file: string, options: TemplateOptions): Promise<number> {
  if (!/\.(xlsx|csv)$/i.test(file)) throw new UsageError(`${file} must end with .xlsx or .csv`)
  const { family, suppliers } = options
  const now = new Date()
  const names = options.names === 'api' ? undefined : options.names
  const table = suppliers === true ? supplierTemplate(names) : templateOf(family, names, now.toISOString().slice(0, 10))
  const content = isXlsx(file) ? writtenXlsx(table, now) : writtenCsv(table)
  try {
    await pipeline(Readable.from(content), createWriteStream(file, { flags: 'wx' }))
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new UsageError(isThere ? `${file} is there already` : `${file} cannot be written`)
  }
  const shown = shownInCommand(file)
  terminal.print(
    suppliers === true
      ? `${file}: one example. Put your own suppliers in its place, then: selfbill suppliers check ${shown}`
      : `${file}: two examples. Put your own documents in their place, then: ` +
          `selfbill import ${shown} ${needed(family)}\n` +
          'BP is the id of your business profile: the console shows it under Settings, Profiles.',
  )
  return 0
}

/** What an import cannot do without. */
function needed(family: Family): string {
  return `--profile BP${family === 'purchase-invoices' ? '' : ` --family ${family}`}`
}

/** As a shell reads it. Windows knows double quotes alone, and such names do not occur there. */
function shownInCommand(file: string): string {
  if (/^[\w./:\\-]+$/.test(file)) return file
  return /["$`!]/.test(file) ? quoted(file) : `"${file}"`
}

interface TemplateOptions {
  readonly suppliers?: true | undefined
  readonly family: Family
  readonly names: NameLanguage | 'api'
}

import { readSheet, type Sheet } from './sheet-rows.ts'
import { readWorkbook } from './workbook.ts'
import { openWorkbook, orBroken } from './workbook-parts.ts'

/**
 * The only visible sheet of an .xlsx file. Everything is counted before it is read, as the file may
 * be anybody's. Throws `FileUnreadable`. Source: docs/decisions/0162.
 */
export async function readXlsx(bytes: Uint8Array, rowsMax: number): Promise<Sheet> {
  const parts = await openWorkbook(bytes)
  return orBroken(
    (async () => {
      const workbook = await readWorkbook(parts)
      return readSheet(await parts.text(workbook.sheet), workbook, rowsMax)
    })(),
  )
}

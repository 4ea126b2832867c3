import type { Problem } from '../../document-files/problem.ts'
import { FileUnreadable } from '../../document-files/problem.ts'
import { readXlsx } from '../../document-files/xlsx/read-xlsx.ts'
import type { Sheet } from '../../document-files/xlsx/sheet-rows.ts'
import { doJobs } from '../../threads/do-jobs.ts'

// Reads spreadsheets on a thread, where a large or hostile one delays nobody else.
doJobs(async ({ bytes, rowsMax }: SheetOrder): Promise<SheetReply> => {
  try {
    const { rows, formulas } = await readXlsx(bytes, rowsMax)
    return { rows, formulas }
  } catch (error) {
    if (error instanceof FileUnreadable) return { problem: error.problem }
    throw error
  }
})

export interface SheetOrder {
  readonly bytes: Uint8Array
  readonly rowsMax: number
}

export type SheetReply = Sheet | { readonly problem: Problem }

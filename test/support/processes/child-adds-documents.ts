import { createHash, randomUUID } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import { addDocument } from '../../../src/store/documents/add-document.ts'
import { openStore } from '../../../src/store/store.ts'
import { aNewDocument, anOrganisationWithProfile } from '../databases/stored.ts'

/**
 * A process that adds documents endlessly, eight at a time, and notes `orgId id sequence hash`
 * after each promise that resolves; the hash is that of the UBL text. Arguments: the data folder,
 * the file for the lines.
 */
const [dataDir = '', linesFile = ''] = process.argv.slice(2)
const lines = openSync(linesFile, 'a')
const store = await openStore({ dataDir }, Date.now())
const { orgId } = await anOrganisationWithProfile(store)

async function addWithoutEnd(): Promise<never> {
  for (;;) {
    const ubl = `<Invoice>${randomUUID().repeat(300)}</Invoice>`
    const document = aNewDocument({ orgId, ubl })
    const added = await addDocument(store.database, document)
    if (added.outcome !== 'added') throw new Error(added.outcome)
    const hash = createHash('sha256').update(ubl).digest('hex')
    writeSync(lines, `${orgId} ${document.id} ${added.sequence} ${hash}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, addWithoutEnd))

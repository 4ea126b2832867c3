import { openSync, writeSync } from 'node:fs'
import { openStore } from '../../../src/store/store.ts'

/**
 * A process that mints numbers and notes them. Arguments: the database's location as JSON, the
 * organisation, how many, the file for the lines.
 */
const [location = '', orgId = '', count = '', linesFile = ''] = process.argv.slice(2)
const store = await openStore(JSON.parse(location), Date.now())
const lines = openSync(linesFile, 'a')
const minted = await Promise.all(
  Array.from({ length: Number(count) }, () => store.numbers.mint(orgId, 'purchase-invoices')),
)
writeSync(lines, minted.map(({ text }) => `${text}\n`).join(''))
await store.close()

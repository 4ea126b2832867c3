import { readFileSync } from 'node:fs'
import { exportedReader } from '../../test/support/rules/second-engine.ts'
import { timed } from '../measure.ts'

// `node saxon-js.ts STYLESHEET.json DOCUMENT` prints the milliseconds of judging the document. It is
// a process of its own, so that engines.ts can end it.

const [stylesheet = '', document = ''] = process.argv.slice(2)
const judge = await exportedReader(stylesheet)(readFileSync(document, 'utf8'))
console.log(timed(judge, 1000, 2))

import { quickFiles } from './tiers.ts'
import { runTogether } from './together.ts'

// One of the two processes of `npm test`: takes the quick tests from the first to the last.

await runTogether(quickFiles())

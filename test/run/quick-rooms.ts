import { testFiles, tierOf } from './tiers.ts'
import { runTogether } from './together.ts'

// One of the two processes of `npm test`: the quick tests that stand beside the code they test.

await runTogether(testFiles('src').filter((file) => tierOf(file) === 'quick'))

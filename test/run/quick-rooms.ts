import { testFiles, tierOf } from './tiers.ts'
import { runTogether } from './together.ts'

// One of the two processes of `npm test`: the quick tests beside the code in src/.

await runTogether(testFiles('src').filter((file) => tierOf(file) === 'quick'))

import { testFiles, tierOf } from './tiers.ts'
import { runTogether } from './together.ts'

// One of the two processes of `npm test`: the quick tests in test/, most of them over HTTP.

await runTogether(testFiles('test').filter((file) => tierOf(file) === 'quick'))

import { sharedFiles } from './tiers.ts'
import { runTogether } from './together.ts'

// One of the two processes that quick and full files share: takes them from the last to the first.

await runTogether(sharedFiles().toReversed())

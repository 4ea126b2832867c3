import { argv } from 'node:process'
import { yieldProcessor } from './yield-processor.ts'

// The first script of each thread of a pool. It lowers the thread's priority before it loads the
// thread's own script: that compiles rules for half a second, which the thread that serves requests
// would miss on a machine with few cores. Arguments: the address of the script, then `urgent` for a
// thread that keeps its priority.
const [, , script = '', urgency] = argv
if (urgency !== 'urgent') yieldProcessor()
await import(script)

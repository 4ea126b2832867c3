import { keepCompiled } from '../compile-cache.ts'

// `bin/selfbill`: the command line, a good deal faster when it has run before.
keepCompiled(process.env)
await import('./main.ts')

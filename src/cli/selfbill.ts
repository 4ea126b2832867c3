import { keepCompiled } from './compile-cache.ts'

// The entry point of bin/selfbill. The compile cache makes every start after the first one faster.
keepCompiled(process.env)
await import('./main.ts')

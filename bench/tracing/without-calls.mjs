// Loaded with --import: src/tracing does nothing in this process, as if nothing called it.
import { registerHooks } from 'node:module'

const replaced = new Set(['span.ts', 'active-span.ts', 'http-call.ts', 'keep-context.ts'])

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const name = /\/src\/tracing\/([\w-]+\.ts)$/.exec(resolved.url)?.[1] ?? ''
    return replaced.has(name) ? { ...resolved, url: new URL(`./no-calls/${name}`, import.meta.url).href } : resolved
  },
})

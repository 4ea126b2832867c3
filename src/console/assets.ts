import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Refused } from './http/refused.ts'

/**
 * Style sheet, scripts and icon, read at the start. Each address carries the hash of its content:
 * browsers keep a file for a year, and still get a new one at once.
 */
export function addAssets(server: FastifyInstance): void {
  // Browsers ask for it on pages that name no icon, such as a printed document.
  server.get('/favicon.ico', async (_request, reply) => reply.redirect(assetAddress('icon.svg')))
  server.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/console/assets/:name',
    async ({ params: { name }, query: { v } }, reply) => {
      const asset = assets.get(name)
      if (asset === undefined) throw new Refused('notFound')
      const isCurrent = v === asset.hash
      return reply
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
        .type(asset.type)
        .send(asset.bytes)
    },
  )
}

export function assetAddress(name: AssetName): string {
  return `/console/assets/${name}?v=${assets.get(name)?.hash}`
}

const files = {
  // In this order: tokens first, pages last.
  'console.css': [
    'tokens.css',
    'elements.css',
    'layout.css',
    'forms.css',
    'parts.css',
    'reference.css',
    'documents.css',
    'drafts.css',
    'settings.css',
  ].map(own),
  'console.js': [own('console.js')],
  // Of forms of documents. In this order: draft.js replaces the address, which names the new line.
  'draft.js': ['lines.js', 'draft.js'].map(own),
  // Of the page of a document.
  'downloads.js': [own('downloads.js')],
  'icon.svg': [own('icon.svg')],
  // One file: htmx looks through the page as soon as it can, and an extension that arrives later
  // finds nothing to do.
  'htmx.js': [
    import.meta.resolve('htmx.org/dist/htmx.min.js'),
    import.meta.resolve('htmx.org/dist/ext/hx-sse.min.js'),
  ].map((address) => fileURLToPath(address)),
} as const

type AssetName = keyof typeof files

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(files).map(([name, sources]) => {
    const read = Buffer.concat(sources.map((source) => readFileSync(source)))
    const bytes = Buffer.from(compacted(name, read))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    return [name, { bytes, hash, type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' }]
  }),
)

/** What is served of our own files; a library is served as it came. */
function compacted(name: string, read: Buffer): Buffer | string {
  if (name.endsWith('.css')) return compactCss(read.toString())
  return name !== 'htmx.js' && name.endsWith('.js') ? read.toString().replaceAll(/^\s*\/\/.*\n|^\s+/gm, '') : read
}

/**
 * Without comments and needless blanks: a quarter of a style sheet, which every page counts. No
 * string of ours has a blank behind a colon or a comma.
 */
export function compactCss(text: string): string {
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/([{;,}])\n|\n(?=})/g, '$1')
    .replaceAll(/([:,]) | (?={)|;(?=})/g, '$1')
    .replaceAll(/([:,( ])0\./g, '$1.')
}

interface Asset {
  readonly bytes: Buffer
  readonly hash: string
  readonly type: string
}

function own(name: string): URL {
  return new URL(`assets/${name}`, import.meta.url)
}

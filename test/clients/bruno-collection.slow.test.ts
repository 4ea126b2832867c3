import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brunoCollection } from '../../scripts/generate/bruno/collection.ts'
import { startDemoService } from '../support/service/demo-service.ts'

// Sends every request of clients/bruno in the order of Bruno. `npm run test:generators -- Bruno`
// does it with Bruno itself, which is too large to fetch in CI.

const root = new URL('../../', import.meta.url).pathname

test('the folder has the generated files and no others', () => {
  const there = globSync('clients/bruno/**/*', { cwd: root, withFileTypes: true })
  const files = there.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const generated = brunoCollection().map(({ path }) => join(root, path))
  assert.deepEqual(files.toSorted(), generated.toSorted())
})

test('every request gets the status that it asserts, the second time too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-bruno-'))
  const demo = await startDemoService(folder)
  const { SELFBILL_CLIENT_ID: clientId = '', SELFBILL_CLIENT_SECRET: clientSecret = '' } = demo.environment
  const variables = new Map<string, string>([
    ...pairsIn(blockOf(textOf('clients/bruno/environments/local.bru'), 'vars')),
    ...Object.entries({ baseUrl: demo.address, clientId, clientSecret }),
  ])
  try {
    const requests = inOrder()
    assert.ok(requests.length > 40, String(requests.length))
    for (const { path, text } of [...requests, ...requests]) await send(path, text, variables)
  } finally {
    await demo.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

async function send(path: string, text: string, variables: Map<string, string>): Promise<void> {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? assert.fail(name))
  const method = /^(get|post) \{$/m.exec(filled)?.[1] ?? assert.fail(path)
  const { url = '', auth } = Object.fromEntries(pairsIn(blockOf(filled, method)))
  const basic = Object.fromEntries(pairsIn(blockOf(filled, 'auth:basic')))
  const form = blockOf(filled, 'body:form-urlencoded')
  const json = blockOf(filled, 'body:json')
  const body = json !== '' ? json : form !== '' ? new URLSearchParams(pairsIn(form)) : undefined
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      authorization:
        auth === 'basic' ? `Basic ${btoa(`${basic.username}:${basic.password}`)}` : `Bearer ${variables.get('token')}`,
      ...(json !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const [[, expected = ''] = []] = pairsIn(blockOf(filled, 'assert'))
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  const content = isJson ? await answer.json() : await answer.arrayBuffer()
  const statuses = expected.replace(/^(eq|in) /, '').split(', ')
  assert.ok(
    statuses.includes(String(answer.status)),
    `${path}: ${answer.status}, not ${expected}: ${isJson ? JSON.stringify(content).slice(0, 500) : ''}`,
  )
  for (const [name, place] of pairsIn(blockOf(filled, 'vars:post-response'))) {
    variables.set(name, String(Object(content)[place.slice('res.body.'.length)]))
  }
}

/** By the numbers of the folders, then by those in them. */
function inOrder(): readonly { readonly path: string; readonly text: string }[] {
  const folders = globSync('clients/bruno/*/folder.bru', { cwd: root })
  return folders
    .toSorted((one, other) => seqOf(textOf(one)) - seqOf(textOf(other)))
    .flatMap((folder) => {
      const paths = globSync(folder.replace('folder.bru', '*.bru'), { cwd: root }).filter((path) => path !== folder)
      const requests = paths.map((path) => ({ path, text: textOf(path) }))
      return requests.toSorted((one, other) => seqOf(one.text) - seqOf(other.text))
    })
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function seqOf(text: string): number {
  return Number(/^ {2}seq: (\d+)$/m.exec(text)?.[1] ?? assert.fail(text))
}

/** The lines between the braces of a block; empty without such a block. */
function blockOf(text: string, name: string): string {
  const [, rest] = text.split(new RegExp(`^${name} \\{$`, 'm'))
  return rest?.split(/^\}$/m)[0]?.trim() ?? ''
}

function pairsIn(block: string): readonly [name: string, value: string][] {
  return block
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const [name = '', ...value] = line.trim().split(': ')
      return [name, value.join(': ')]
    })
}

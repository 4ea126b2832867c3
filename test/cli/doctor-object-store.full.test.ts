import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { commandLine, jsonLines } from '../support/processes/command-line.ts'

// What `doctor` says of an object store, with a small server of S3's protocol that fails in one way
// at a time.

type Refused = { readonly method: string; readonly status: number; readonly code: string }

describe('bin/selfbill doctor with BLOBS_URL', () => {
  const { folder, selfbill } = commandLine()
  const objects = new Map<string, Buffer>()
  let refused: Refused | undefined
  let isChanged = false
  const credentials = { AWS_ACCESS_KEY_ID: 'selfbill', AWS_SECRET_ACCESS_KEY: 'selfbill' }
  const own = Object.keys(credentials).map((name) => [name, process.env[name]] as const)

  const server = createServer((request, response) => void answer(request, response))
  before(async () => {
    Object.assign(process.env, credentials)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    for (const [name, value] of own) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    server.close()
    server.closeAllConnections()
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const prefix = url.searchParams.get('prefix')
    const method = prefix === null ? request.method : 'LIST'
    const body = await buffer(request)
    response.setHeader('content-type', 'application/xml')
    if (refused !== undefined && refused.method === method) {
      response.writeHead(refused.status).end(`<Error><Code>${refused.code}</Code><Message>No</Message></Error>`)
      return
    }
    if (method === 'PUT') objects.set(url.pathname, isChanged ? Buffer.from('other') : body)
    if (method === 'DELETE') objects.delete(url.pathname)
    if (method === 'GET') response.end(objects.get(url.pathname))
    else if (method === 'LIST') response.end(listOf([...objects.keys()].map((path) => path.replace('/texts/', ''))))
    else response.writeHead(method === 'DELETE' ? 204 : 200).end()
  }

  async function diagnosed(change: Readonly<Record<string, string>> = {}) {
    const { port } = server.address() as AddressInfo
    const BLOBS_URL = `s3://texts/tax?region=us-east-1&endpoint=http://127.0.0.1:${port}&path_style=on`
    const { code, stdout } = await selfbill(['doctor', '--json'], { DATA_DIR: `${folder}/none`, BLOBS_URL, ...change })
    const found = jsonLines(stdout).find(({ what }) => what === 'object store')
    return { code, state: found?.state, said: String(found?.said), repair: String(found?.repair) }
  }

  test('it is fine when an object can be stored, read, listed and deleted, and nothing is left', async () => {
    const { code, state, said } = await diagnosed()
    assert.deepEqual([code, state, said], [0, 'fine', 's3://texts/tax/ stores, returns, lists and deletes an object'])
    assert.equal(objects.size, 0)
  })

  test('each refusal is wrong, with its repair, and nothing is left where deleting works', async () => {
    const cases: readonly (readonly [Refused, said: RegExp, repair: RegExp])[] = [
      [{ method: 'PUT', status: 403, code: 'AccessDenied' }, /cannot be stored/, /s3:PutObject/],
      [{ method: 'GET', status: 403, code: 'AccessDenied' }, /cannot be read/, /s3:GetObject/],
      [{ method: 'LIST', status: 403, code: 'AccessDenied' }, /cannot be listed/, /s3:ListBucket/],
      [{ method: 'PUT', status: 404, code: 'NoSuchBucket' }, /cannot be stored/, /Make the bucket/],
      [{ method: 'PUT', status: 403, code: 'SignatureDoesNotMatch' }, /cannot be stored/, /AWS_SECRET_ACCESS_KEY/],
      [{ method: 'PUT', status: 400, code: 'AuthorizationHeaderMalformed' }, /cannot be stored/, /region/],
      [{ method: 'GET', status: 404, code: 'NoSuchKey' }, /has not kept/, /the right place/],
    ]
    for (const [one, said, repair] of cases) {
      refused = one
      const found = await diagnosed()
      assert.deepEqual([found.code, found.state], [1, 'wrong'], JSON.stringify(found))
      assert.match(found.said, said)
      assert.match(found.repair, repair)
      assert.equal(objects.size, 0, one.method)
    }
    refused = undefined
    isChanged = true
    assert.match((await diagnosed()).said, /returns other bytes/)
    isChanged = false
  })

  test('a store that deletes nothing may be locked on purpose: a warning, with the name of what stays', async () => {
    refused = { method: 'DELETE', status: 403, code: 'AccessDenied' }
    const { code, state, said, repair } = await diagnosed()
    refused = undefined
    assert.deepEqual([code, state, objects.size], [0, 'warning', 1])
    assert.match(said, /does not delete: No\. selfbill-doctor\/[0-9a-f-]{36} stays there$/)
    assert.match(repair, /^Allow s3:DeleteObject, unless the bucket is locked/)
    objects.clear()
  })

  test('a store that is away is wrong', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const BLOBS_URL = `s3://texts?region=us-east-1&endpoint=http://127.0.0.1:${port}&path_style=on`
    const { code, said, repair } = await diagnosed({ BLOBS_URL })
    assert.equal(code, 1)
    assert.match(said, /^An object cannot be stored in s3:\/\/texts\/: .*ECONNREFUSED/)
    assert.match(repair, /^Look whether the store runs/)
  })
})

function listOf(names: readonly string[]): string {
  const contents = names.map(
    (name) => `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}

import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import { ZipFile } from 'yazl'
import { linkOf, sha256 } from './chain.ts'
import { type ManifestKey, signManifest } from './manifest.ts'
import { type Evidence, packEvidence } from './pack.ts'
import { PackUnreadable, readPack } from './read-pack.ts'
import { verifyPack } from './verify.ts'

async function aKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const key: ManifestKey = { kid, alg: 'EdDSA', privateKey }
  return { key, keys: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' }] } }
}

function someEvidence(overrides: Partial<Evidence> = {}): Evidence {
  const document = { org_id: 'o', family: 'purchase-invoices', id: 'd', document_number: 'N', document_sequence: 2 }
  const parts = { requestSha256: sha256('{"a":1}'), answerSha256: sha256('{"b":2}'), ublSha256: sha256('<Invoice/>') }
  const previous = sha256('before')
  return {
    madeAt: 1_790_000_000_000,
    issuer: 'selfbill',
    document,
    chain: {
      request_sha256: parts.requestSha256,
      answer_sha256: parts.answerSha256,
      ubl_sha256: parts.ublSha256,
      previous,
      link: linkOf({ orgId: 'o', family: 'purchase-invoices', sequence: 2, documentId: 'd', ...parts, previous }),
    },
    files: [
      { path: 'revisions/1/request.json', about: 'request', content: '{"a":1}' },
      { path: 'revisions/1/answer.json', about: 'answer', content: '{"b":2}' },
      { path: 'revisions/1/document.xml', about: 'UBL', content: '<Invoice/>' },
      { path: 'attachments/1', about: 'attachment', content: new Uint8Array([0, 255, 1]) },
    ],
    ...overrides,
  }
}

test('a pack is sound by its own key and by the keys its reader trusts', async () => {
  const { key, keys } = await aKey('k1')
  const pack = await packEvidence(someEvidence(), key, keys)
  for (const trusted of [undefined, keys]) {
    const verified = await verifyPack(pack, trusted)
    assert.deepEqual(verified.problems, [])
    assert.ok(verified.manifest !== undefined && verified.isSound)
    assert.equal(verified.keyId, 'k1')
    assert.equal(verified.isKeyTrusted, trusted !== undefined)
  }
})

test('who signs a pack of their own may write anything for a manifest: it is told, and nothing breaks', async () => {
  const { key, keys } = await aKey('k1')
  const { document } = someEvidence()
  const ours = { format: 'selfbill-evidence-1', made_at: '', issuer: '', document, chain: null, files: [] }
  for (const manifest of [
    null,
    1,
    [],
    {},
    { ...ours, files: null },
    { ...ours, files: [null] },
    { ...ours, chain: {} },
  ]) {
    const told = Buffer.from(JSON.stringify(manifest))
    const zip = new ZipFile()
    zip.addBuffer(told, 'manifest.json')
    zip.addBuffer(Buffer.from(await signManifest(told, key)), 'manifest.jws')
    zip.addBuffer(Buffer.from(JSON.stringify(keys)), 'keys.json')
    zip.end()
    const verified = await verifyPack(await buffer(zip.outputStream))
    assert.deepEqual(verified.problems, ['manifest.json is none of the format selfbill-evidence-1'])
  }
})

test('another key under the same name does not hold', async () => {
  const { key, keys } = await aKey('k1')
  const verified = await verifyPack(await packEvidence(someEvidence(), key, keys), (await aKey('k1')).keys)
  assert.equal(verified.isSound, false)
  assert.match(verified.problems[0] ?? '', /the signature does not hold/)
})

test('a file that was changed, taken out or put in is told', async () => {
  const { key, keys } = await aKey('k1')
  const pack = await packEvidence(someEvidence(), key, keys)
  const changed = await repacked(pack, (files) => files.set('attachments/1', Buffer.from('other')))
  assert.deepEqual((await verifyPack(changed)).problems, ['attachments/1 is not what was signed'])
  const without = await repacked(pack, (files) => files.delete('revisions/1/answer.json'))
  assert.deepEqual((await verifyPack(without)).problems, [
    'revisions/1/answer.json is missing',
    'revisions/1/answer.json is not what the chain was made of',
  ])
  const more = await repacked(pack, (files) => files.set('notes.txt', Buffer.from('x')))
  assert.deepEqual((await verifyPack(more)).problems, ['notes.txt is not in the manifest'])
  const rewritten = await repacked(pack, (files) => {
    const manifest = new TextDecoder().decode(files.get('manifest.json'))
    files.set('manifest.json', Buffer.from(manifest.replace('"N"', '"M"')))
  })
  assert.match((await verifyPack(rewritten)).problems[0] ?? '', /the signature does not hold/)
})

test('a link that does not follow from its parts is told', async () => {
  const { key, keys } = await aKey('k1')
  const { chain } = someEvidence()
  assert.ok(chain)
  const pack = await packEvidence(someEvidence({ chain: { ...chain, previous: sha256('other') } }), key, keys)
  assert.deepEqual((await verifyPack(pack)).problems, [
    "the document's link in the chain does not follow from its parts",
  ])
})

test('what is no pack, or too much of one, is refused before it costs anything', async () => {
  const zip = async (entries: readonly (readonly [string, Uint8Array])[]) => {
    const file = new ZipFile()
    for (const [name, content] of entries) file.addBuffer(Buffer.from(content), name)
    file.end()
    return await buffer(file.outputStream)
  }
  const limits = { packBytesMax: 100_000, filesMax: 3, fileBytesMax: 1_000_000, allBytesMax: 1_500_000 }
  const bomb = new Uint8Array(1_000_001)
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [Buffer.from('no zip at all'), /end of central directory|invalid|short/i],
    [await zip([['UPPER.txt', bomb.subarray(0, 3)]]), /a name that is not ours/],
    [await zip([['a/b/c/d/e', bomb.subarray(0, 3)]]), /a name that is not ours/],
    [await zip([['bomb', bomb]]), /bomb is larger than 1000000 bytes/],
    [
      await zip([
        ['a', bomb.subarray(1)],
        ['b', bomb.subarray(1)],
      ]),
      /b is larger than 500000 bytes/,
    ],
    [await zip(['a', 'b', 'c', 'd'].map((name) => [name, bomb.subarray(0, 1)] as const)), /more than 3 files/],
    [
      await zip([
        ['a', bomb.subarray(0, 1)],
        ['a', bomb.subarray(0, 1)],
      ]),
      /holds a twice/,
    ],
    [new Uint8Array(100_001), /larger than 100000 bytes/],
  ]
  for (const [pack, message] of cases) {
    await assert.rejects(readPack(pack, limits), (error) => {
      assert.ok(error instanceof PackUnreadable, String(error))
      assert.match(error.message, message)
      return true
    })
  }
})

async function repacked(pack: Uint8Array, edit: (files: Map<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = new Map(await readPack(pack))
  edit(files)
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return await buffer(zip.outputStream)
}

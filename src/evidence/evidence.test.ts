import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import { filesIn, zipOf } from '../../test/support/evidence/files-in.ts'
import { linkOf, sha256 } from './chain.ts'
import { type ManifestKey, signManifest } from './manifest.ts'
import { openPack, PackUnreadable } from './open-pack.ts'
import { type Evidence, packEvidence } from './pack.ts'
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

test('a pack is sound with keys that its reader trusts, and only then', async () => {
  const { key, keys } = await aKey('k1')
  const pack = await packOf(someEvidence(), key, keys)
  for (const trusted of [undefined, keys]) {
    const verified = await verifyPack(pack, trusted)
    assert.deepEqual(verified.problems, [])
    assert.ok(verified.manifest !== undefined)
    assert.equal(verified.isSound, trusted !== undefined)
    assert.equal(verified.isKeyTrusted, trusted !== undefined)
    assert.equal(verified.thumbprint, await thumbprintOf(keys))
  }
})

test('a forged pack is not sound, whatever key id it names', async () => {
  const service = await aKey('k1')
  const forger = await aKey('k1')
  const real = await packOf(someEvidence(), service.key, service.keys)
  const manifest = Buffer.from(
    new TextDecoder().decode((await filesIn(real)).get('manifest.json')).replace('"N"', '"M"'),
  )
  const jwsWith = (header: Record<string, string>, secret: Uint8Array) =>
    new CompactSign(manifest).setProtectedHeader({ alg: 'HS256', typ: 'selfbill-evidence', ...header }).sign(secret)
  const detached = (jws: string) => jws.replace(/\..*\./, '..')
  const publicPart = Buffer.from(String(service.keys.keys[0]?.x), 'base64url')
  const bare = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}..`
  const signatures = {
    'signed with the own key of the forger': await signManifest(manifest, forger.key),
    'without a signature': bare({ alg: 'none', kid: 'k1', typ: 'selfbill-evidence' }),
    'with an empty signature': bare({ alg: 'EdDSA', kid: 'k1', typ: 'selfbill-evidence' }),
    'with the public key as a secret': detached(await jwsWith({ kid: 'k1' }, publicPart)),
    'with a secret that is in the pack': detached(await jwsWith({ kid: 'secret' }, new Uint8Array(32))),
    'not a signature': 'x',
  }
  const secret = { kty: 'oct', k: Buffer.alloc(32).toString('base64url'), kid: 'secret', alg: 'HS256' }
  const keyFiles = { forger: forger.keys, secret: { keys: [secret] }, none: { keys: [null, 1, {}] }, odd: { keys: 1 } }
  for (const [how, signature] of Object.entries(signatures)) {
    for (const [whose, keys] of Object.entries({ ...keyFiles, service: service.keys })) {
      const forged = await repacked(real, (files) => {
        files.set('manifest.json', manifest)
        files.set('manifest.jws', Buffer.from(signature))
        files.set('keys.json', Buffer.from(JSON.stringify(keys)))
      })
      const trusting = await verifyPack(forged, service.keys)
      assert.ok(!trusting.isSound && trusting.problems.length === 1, `${how}, keys of ${whose}`)
      assert.equal((await verifyPack(forged)).isSound, false, `${how}, keys of ${whose}`)
    }
  }
})

test('a pack that is made anew with another key is without problems, and unverified', async () => {
  const service = await aKey('k1')
  const forger = await aKey('k1')
  const forged = await packOf(someEvidence(), forger.key, forger.keys)
  const alone = await verifyPack(forged)
  assert.ok(alone.manifest !== undefined)
  assert.deepEqual([alone.isSound, alone.isKeyTrusted, alone.problems], [false, false, []])
  assert.equal(alone.thumbprint, await thumbprintOf(forger.keys))
  assert.deepEqual((await verifyPack(forged, service.keys)).problems, [
    'the signature does not hold: it was made by none of the keys',
  ])
})

test('a trusted key is found by itself, not by its id', async () => {
  const { key, keys } = await aKey('k1')
  const pack = await packOf(someEvidence(), key, keys)
  const { kid: _, ...nameless } = keys.keys[0] ?? assert.fail()
  const others = (await aKey('k1')).keys.keys
  const trusted = { keys: [...others, { ...nameless, kid: 'renamed' }] }
  assert.equal((await verifyPack(pack, trusted)).isSound, true)
  assert.equal((await verifyPack(pack, { keys: [] })).isSound, false)
})

test('a token of the service is not a signature of a pack', async () => {
  const { key, keys } = await aKey('k1')
  const real = await packOf(someEvidence(), key, keys)
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(key.privateKey)
  const [header, payload = '', mac] = token.split('.')
  const pack = await repacked(real, (files) => {
    files.set('manifest.json', Buffer.from(payload, 'base64url'))
    files.set('manifest.jws', Buffer.from(`${header}..${mac}`))
  })
  assert.match((await verifyPack(pack, keys)).problems.join(), /not the signature of an evidence pack/)
})

test('a link in a pack is refused, though its content is what was signed', async () => {
  const { key, keys } = await aKey('k1')
  const pack = Buffer.from(await packOf(someEvidence(), key, keys))
  // The attributes of the first file in the list of contents, 38 bytes after its signature.
  const attributes = pack.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 38
  for (const type of [0o120000, 0o040000, 0o060000]) {
    pack.writeUInt32LE(((type | 0o777) << 16) >>> 0, attributes)
    await unreadable(verifyPack(pack, keys), /keys\.json is not a regular file/)
  }
})

test('a signed manifest with arbitrary content is reported, and nothing breaks', async () => {
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
    const signed = Buffer.from(JSON.stringify(manifest))
    const pack = await zipOf([
      ['manifest.json', signed],
      ['manifest.jws', Buffer.from(await signManifest(signed, key))],
      ['keys.json', Buffer.from(JSON.stringify(keys))],
    ])
    const problem = 'manifest.json has none of the formats selfbill-evidence-1, selfbill-evidence-2'
    assert.deepEqual((await verifyPack(pack)).problems, [problem])
  }
})

test('another key with the same id is not accepted', async () => {
  const { key, keys } = await aKey('k1')
  const verified = await verifyPack(await packOf(someEvidence(), key, keys), (await aKey('k1')).keys)
  assert.equal(verified.isSound, false)
  assert.match(verified.problems[0] ?? '', /the signature does not hold/)
})

test('a changed, removed or added file is reported', async () => {
  const { key, keys } = await aKey('k1')
  const pack = await packOf(someEvidence(), key, keys)
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

test('a link that does not follow from its parts is reported', async () => {
  const { key, keys } = await aKey('k1')
  const { chain } = someEvidence()
  assert.ok(chain)
  const pack = await packOf(someEvidence({ chain: { ...chain, previous: sha256('other') } }), key, keys)
  assert.deepEqual((await verifyPack(pack)).problems, [
    "the document's link in the chain does not follow from its parts",
  ])
})

test('a file that is not a pack, or too large a pack, is refused before unpacking', async () => {
  const limits = { filesMax: 2, fileBytesMax: 1_000_000, allBytesMax: 1_500_000 }
  const bomb = new Uint8Array(1_000_001)
  const half = new Uint8Array(900_000)
  const many = Array.from({ length: 80 }, (_, at) => [`f${at}`, half] as const)
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [Buffer.from('no zip at all'), /end of central directory|invalid|short/i],
    [await zipOf([['UPPER.txt', bomb.subarray(0, 3)]]), /an unexpected name/],
    [await zipOf([['a/b/c/d/e', bomb.subarray(0, 3)]]), /an unexpected name/],
    [await zipOf([['bomb', bomb]]), /bomb is larger than 1000000 bytes/],
    [await zipOf(many.slice(0, 6)), /more than 5 files/],
    [
      await zipOf([
        ['a', bomb.subarray(0, 1)],
        ['a', bomb.subarray(0, 1)],
      ]),
      /holds a twice/,
    ],
  ]
  for (const [pack, message] of cases) await unreadable(openPack(pack, limits), message)
  await unreadable(openPack(await zipOf(many), { ...limits, filesMax: 100 }), /larger than 1500000 bytes together/)
})

test('a file that is longer than the pack states is not read to its end', async () => {
  const pack = Buffer.from(await zipOf([['a', new Uint8Array(100_000)]]))
  // The uncompressed size in the list of contents, 24 bytes after its signature.
  pack.writeUInt32LE(10, pack.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  const opened = await openPack(pack)
  await unreadable(opened.digestOf('a'), /too many bytes|larger than it says/)
})

test('a pack signed with an unknown key is not unpacked', async () => {
  const { key, keys } = await aKey('k1')
  const pack = Buffer.from(await packOf(someEvidence(), key, keys))
  // Unpacking it would reveal the damage.
  pack.fill(0xff, pack.indexOf('revisions/1/document.xml') + 24, pack.indexOf('revisions/1/document.xml') + 34)
  const verified = await verifyPack(pack, (await aKey('k1')).keys)
  assert.match(verified.problems.join(), /^the signature does not hold[^,]*$/)
})

test('the public keys are signed too, and a pack of the first format without them in its manifest is valid', async () => {
  const { key, keys } = await aKey('k1')
  const swapped = await repacked(await packOf(someEvidence(), key, keys), (files) =>
    files.set('keys.json', Buffer.from(JSON.stringify({ keys: [...keys.keys, ...keys.keys] }))),
  )
  assert.deepEqual((await verifyPack(swapped, keys)).problems, ['keys.json is not what was signed'])
  const old = await readFile(new URL('../../test/support/evidence/format-1.zip', import.meta.url))
  assert.deepEqual(
    { ...(await verifyPack(old)), manifest: undefined },
    {
      isSound: false,
      problems: [],
      thumbprint: 'ZlSpuArvw8oswEUWf_fRzdND_QC4HpTiNuPrPIZ48p0',
      isKeyTrusted: false,
      manifest: undefined,
    },
  )
  const renamed = await repacked(old, (files) => {
    const manifest = new TextDecoder().decode(files.get('manifest.json'))
    files.set('manifest.json', Buffer.from(manifest.replace('selfbill-evidence-1', 'selfbill-evidence-2')))
  })
  assert.match((await verifyPack(renamed)).problems.join(), /the signature does not hold/)
})

test('a pack in a file is checked without copying it', async () => {
  const { key, keys } = await aKey('k1')
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-pack-'))
  const path = join(folder, 'pack.zip')
  await writeFile(path, packEvidence(someEvidence(), key, keys))
  assert.deepEqual((await verifyPack(path, keys)).problems, [])
  await rm(folder, { recursive: true })
})

test('a pack that is aborted while it is written is not a valid ZIP file', async () => {
  const { key, keys } = await aKey('k1')
  async function* broken() {
    yield new Uint8Array(200_000)
    throw new Error('the database is gone')
  }
  const { files } = someEvidence()
  const evidence = someEvidence({ files: [...(await all(files)), { path: 'broken', about: '', content: broken() }] })
  const chunks: Uint8Array[] = []
  await assert.rejects(async () => {
    for await (const chunk of packEvidence(evidence, key, keys)) chunks.push(chunk)
  }, /the database is gone/)
  await unreadable(openPack(Buffer.concat(chunks)), /end of central directory/i)
})

test('a pack is written as it is read: after the reader stops, no further file is requested', async () => {
  const { key, keys } = await aKey('k1')
  let pieces = 0
  let isReturned = false
  async function* endless() {
    try {
      for (;;) {
        pieces += 1
        yield randomBytes(64 * 1024)
      }
    } finally {
      isReturned = true
    }
  }
  const files = [{ path: 'endless', about: '', content: endless() }]
  let bytes = 0
  for await (const chunk of packEvidence(someEvidence({ files }), key, keys)) {
    bytes += chunk.length
    if (bytes > 1_000_000) break
  }
  assert.ok(pieces < 64, `${pieces} pieces`)
  assert.ok(isReturned)
})

test('the writer has the limits of the reader', async () => {
  const { key, keys } = await aKey('k1')
  // Five files: four, and the keys.
  const limits = { filesMax: 5, fileBytesMax: 1_000_000, allBytesMax: 1_000_000 }
  const pack = await buffer(packEvidence(someEvidence(), key, keys, limits))
  assert.deepEqual((await verifyPack(pack, undefined, limits)).problems, [])
  await assert.rejects(
    buffer(packEvidence(someEvidence(), key, keys, { ...limits, filesMax: 4 })),
    /5 files, at most 4/,
  )
  await assert.rejects(
    buffer(packEvidence(someEvidence(), key, keys, { ...limits, fileBytesMax: 9 })),
    /a file of \d+ bytes, at most 9/,
  )
})

async function thumbprintOf({ keys }: JSONWebKeySet): Promise<string> {
  return calculateJwkThumbprint(keys[0] ?? assert.fail())
}

async function packOf(...pack: Parameters<typeof packEvidence>): Promise<Uint8Array> {
  return await buffer(packEvidence(...pack))
}

async function all<Item>(items: AsyncIterable<Item> | Iterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function unreadable(opening: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof PackUnreadable, String(error))
    assert.match(error.message, message)
    return true
  })
}

async function repacked(pack: Uint8Array, edit: (files: Map<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = await filesIn(pack)
  edit(files)
  return zipOf(files)
}

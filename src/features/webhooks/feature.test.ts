import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { madeCertificate } from '../../../test/support/network/receiver.ts'
import { readConfig } from '../../config/config.ts'
import { ConfigInvalid } from '../../config/environment.ts'
import { allowedRanges, webhookTargets } from './feature.ts'

test('a range that would allow nothing stops the start and is named', () => {
  const of = (ranges: string) => allowedRanges(readConfig({ WEBHOOK_ALLOWED_RANGES: ranges }))
  assert.deepEqual(
    of('10.0.0.0/8, fd00::/8, 127.0.0.1').map(({ network, bits }) => `${network}/${bits}`),
    ['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32'],
  )
  for (const disguised of ['::ffff:10.0.0.0/104', '::1.2.3.4', 'fe80::1%eth0']) {
    assert.throws(
      () => of(`10.0.0.0/8,${disguised}`),
      (error) => {
        assert.ok(error instanceof ConfigInvalid)
        assert.ok(
          error.message.includes(`WEBHOOK_ALLOWED_RANGES must be`) && error.message.includes(disguised),
          error.message,
        )
        return true
      },
    )
  }
})

test('a file of certificates that holds none, or a damaged one, stops the start and is named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-certificates-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { certificate } = madeCertificate()
  const targets = (caFile: string) => webhookTargets(readConfig({ WEBHOOK_CA_FILE: caFile }))
  const written = async (text: string) => {
    const file = join(folder, 'certificates.pem')
    await writeFile(file, text)
    return file
  }
  for (const text of ['', 'no certificate', `${certificate}${certificate.replace(/M/g, '')}`]) {
    const file = await written(text)
    assert.throws(() => targets(file), ConfigInvalid, text)
  }
  assert.throws(() => targets(folder), ConfigInvalid, 'a folder')
  assert.throws(() => targets('/dev/zero'), /cannot be read: .*longer than/, 'a file without an end')
  assert.throws(() => targets('/dev/zero'), /cannot be read: .*longer than/, 'a file without an end')
  assert.ok(targets(await written(`My own:\n${certificate}\n${certificate}`)).trust)
})

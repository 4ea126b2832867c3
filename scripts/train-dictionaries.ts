import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { partyOf } from '@selfbill/pint-ae/document'
import { systemIds } from '@selfbill/pint-ae/draft'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import { mlsDocument, mlsIdentifiers, writeEnvelope } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import { makeRecord } from '../src/record/make-record.ts'
import { firstDictionaryId } from '../src/text/dictionaries.ts'
import { Random } from '../test/support/random.ts'
import { jsonOf } from '../test/support/requests/requests.ts'
import { variedParty, variedRequest } from './dictionaries/varied-requests.ts'

/**
 * `node scripts/train-dictionaries.ts KIND NUMBER` trains a dictionary with the `zstd` command and
 * writes `dictionaries/NUMBER-KIND.zdict`, from documents that this script makes up; no text of a
 * customer is in it. Half of them train it, the other half judge it. A dictionary that was ever
 * released stays as it is for ever, because stored texts cannot be read without it: a better one
 * gets a new number.
 */
const [kind, number] = process.argv.slice(2)
const samplesOf = { documents: documentSamples, statuses: statusSamples }
if ((kind !== 'documents' && kind !== 'statuses') || !/^\d+$/.test(number ?? '')) {
  console.error('usage: node scripts/train-dictionaries.ts documents|statuses NUMBER')
  process.exit(1)
}
const sizes = { documents: 16 * 1024, statuses: 4 * 1024 }
const path = join(import.meta.dirname, `../dictionaries/${number}-${kind}.zdict`)
const [training, judging] = [samplesOf[kind](1), samplesOf[kind](2)]
train(training)
const dictionary = readFileSync(path)
console.log(`${path}: ${dictionary.length} bytes`)
for (const [name, samples] of [
  ['trained on', training],
  ['others', judging],
] as const) {
  const [plain, bare, packed] = [undefined, {}, { dictionary }].map((options) =>
    Math.round(
      samples.reduce((sum, text) => sum + (options ? packedLength(text, options) : text.length), 0) / samples.length,
    ),
  )
  console.log(`${name}: ${plain} bytes each, ${bare} packed without it, ${packed} with it`)
}

function train(samples: readonly Uint8Array[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-samples-'))
  try {
    for (const [at, sample] of samples.entries()) writeFileSync(join(folder, String(at)), sample)
    const id = `--dictID=${firstDictionaryId + Number(number)}`
    const limits = [`--maxdict=${kind === 'documents' ? sizes.documents : sizes.statuses}`, '-q']
    const { status } = spawnSync('zstd', ['--train', '-r', folder, '-o', path, '-f', id, ...limits], {
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('zstd did not train the dictionary: is the zstd command installed?')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function packedLength(text: Uint8Array, options: { readonly dictionary?: Uint8Array }): number {
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }
  return zstdCompressSync(text, { params, ...options }).length
}

/** The texts of a revision, in the order in which a frame has them. */
function documentSamples(seed: number): readonly Uint8Array[] {
  const random = new Random(seed)
  const rulebook = ourRulebook(true)
  return Array.from({ length: 800 }, () => {
    const { family, request } = variedRequest(random)
    const made = makeRecord(
      {
        family,
        text: jsonOf(request),
        profile: partyOf('BP-1', jsonOf(variedParty(random, random.next() < 0.2))),
        documentNumber: `SB-${random.below(1_000_000)}`,
        issuedAt: Date.UTC(2026, random.below(60), random.below(28), 0, 0, random.below(86_400)),
        serviceProviderId: `0242:00${random.below(9000)}`,
        authorityId: '0242:000006-TESTBED.3001',
        answerForm: { orgId: 'org', language: 'en', hasPhase2: true, isDryRun: false },
      },
      rulebook,
      systemIds,
    )
    if ('refusal' in made) throw new Error(`a request is refused: ${JSON.stringify([...made.refusal.errors])}`)
    const { request: kept, answer, ubl, taxData, findings } = made.record
    return Buffer.from([kept, answer, ubl, taxData, findings].join(''))
  })
}

/** Statuses in their envelopes. */
function statusSamples(seed: number): readonly Uint8Array[] {
  const random = new Random(seed)
  const uuid = () => {
    const hex = createHash('sha256').update(String(random.next())).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
  const provider = () => `0242:00${random.below(9000)}`
  return Array.from({ length: 800 }, () => {
    const createdAt = Date.UTC(2026, random.below(60), random.below(28), 0, 0, random.below(86_400))
    const isRejected = random.next() < 0.1
    const [senderId, receiverId] = [random.next() < 0.5 ? '0242:000006-TESTBED.3001' : provider(), provider()]
    const verdict = {
      id: uuid(),
      responseCode: isRejected ? ('RE' as const) : random.of(['AP', 'AB'] as const),
      issuedAt: new Date(createdAt).toISOString(),
      senderId,
      receiverId,
      referenceId: uuid(),
      description: isRejected ? 'Rules are broken' : null,
      issues: isRejected
        ? [{ lineId: 'NA', description: 'A rule of the receiver is broken', statusReasonCode: 'BV' as const }]
        : [],
    }
    const header = {
      ...mlsIdentifiers,
      instanceId: uuid(),
      senderId,
      receiverId,
      country: 'AE',
      createdAt,
      mlsTo: null,
    }
    return Buffer.from(writeEnvelope(header, writeXml(mlsDocument(verdict))))
  })
}

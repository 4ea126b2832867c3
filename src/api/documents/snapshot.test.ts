import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import { readSnapshot } from '../../../test/support/service/read-snapshot.ts'
import { StoredText } from '../../store/database/stored-text.ts'
import type { LegRow, SnapshotRows } from '../../store/legs/snapshot.ts'
import { Snapshot } from './snapshot.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test('before the first attempt the texts are there and the answers of the network are null', async () => {
  const snapshot = await readSnapshot(
    someRows([aLegRow({}), aLegRow({ corner: 'C5', documentXml: new StoredText('<TaxData/>') })]),
  )
  assert.ok(Check(Snapshot, snapshot))
  assert.deepEqual(
    { ...snapshot, toC3: undefined, toC5: undefined },
    {
      id,
      uuid: id,
      documentType: 'CREDIT_NOTE',
      documentUuid: id,
      documentXML: 'PENyZWRpdE5vdGUvPg==',
      issuedBy: '0235:1345678901',
      issuedTo: '0235:1987654321',
      lastUpdated: 30,
      validationResults: [],
      toC3: undefined,
      toC5: undefined,
    },
  )
  assert.deepEqual(snapshot.toC3, {
    country: 'AE',
    docTypeId: 'a::b',
    documentXml: 'PENyZWRpdE5vdGUvPg==',
    lastUpdated: 30,
    mlsResponse: null,
    processId: 'c::d',
    receiverId: '0235:1987654321',
    senderId: '0235:1345678901',
    status: 'PENDING',
    transmissionUuid: id,
    transmissionResponse: null,
  })
  assert.equal(snapshot.toC5.documentXml, 'PFRheERhdGEvPg==')
})

test('shows the answers of the network as stored', async () => {
  const transmissionResponse = {
    conversationId: 'c',
    messageId: 'm',
    overallDurationToTransmit: 12,
    transmissionError: null,
    transmissionErrors: [{ code: 'EBMS:0004', description: 'Other' }],
    transmissionResult: 'SUCCESS',
  }
  const mlsResponse = {
    id: 'mls-1',
    responseCode: 'RE',
    issuedAt: '2026-07-15T10:00:00.000Z',
    senderId: '0242:990002',
    receiverId: '0242:990001',
    referenceId: id,
    description: 'no',
    issues: [{ lineId: 'NA', description: 'broken', statusReasonCode: 'BV' }],
  }
  const row = aLegRow({
    status: 'REJECTED',
    transmissionResponse: JSON.stringify(transmissionResponse),
    mlsResponse: JSON.stringify(mlsResponse),
  })
  const snapshot = await readSnapshot(someRows([row, aLegRow({ corner: 'C5' })]))
  assert.ok(Check(Snapshot, snapshot))
  assert.deepEqual(snapshot.toC3.transmissionResponse, { ...transmissionResponse, transmissionError: false })
  assert.deepEqual(snapshot.toC3.mlsResponse, mlsResponse)
})

test('after a failure transmissionError is true, and its sentence comes first in transmissionErrors', async () => {
  const row = aLegRow({
    status: 'STALLED',
    transmissionResponse: JSON.stringify({
      conversationId: null,
      messageId: null,
      overallDurationToTransmit: null,
      transmissionError: 'Connection refused',
      transmissionErrors: [{ code: 'EBMS:0004', description: 'Other' }],
      transmissionResult: 'TRANSPORT_ERROR',
    }),
  })
  const snapshot = await readSnapshot(someRows([row, aLegRow({ corner: 'C5' })]))
  assert.ok(Check(Snapshot, snapshot))
  assert.equal(snapshot.toC3.transmissionResponse?.transmissionError, true)
  assert.deepEqual(snapshot.toC3.transmissionResponse?.transmissionErrors, [
    { code: null, description: 'Connection refused' },
    { code: 'EBMS:0004', description: 'Other' },
  ])
})

test('a leg that is not required has no transmission, and a document without legs no snapshot', async () => {
  const snapshot = await readSnapshot(someRows([aLegRow({ status: 'NOT_REQUIRED' }), aLegRow({ corner: 'C5' })]))
  assert.equal(snapshot?.toC3.transmissionUuid, null)
  assert.equal(await readSnapshot(someRows([])), undefined)
})

function someRows(legs: readonly LegRow[]): SnapshotRows {
  const [ubl, findings] = [new StoredText('<CreditNote/>'), new StoredText('[]')]
  return { documentId: id, family: 'purchase-credit-notes', ubl, findings, updatedAt: 20, removedAt: undefined, legs }
}

function aLegRow(overrides: Partial<LegRow>): LegRow {
  return {
    transmissionUuid: id,
    corner: 'C3',
    report: null,
    senderId: '0235:1345678901',
    receiverId: '0235:1987654321',
    docTypeId: 'a::b',
    processId: 'c::d',
    country: 'AE',
    status: 'PENDING',
    transmissionResponse: null,
    mlsResponse: null,
    updatedAt: 30,
    documentXml: null,
    ...overrides,
  }
}

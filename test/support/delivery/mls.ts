import { randomUUID } from 'node:crypto'
import { mlsDocument, mlsIdentifiers, type Verdict, writeEnvelope } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import type { EnvelopeHeader } from '../../../pint-ae/src/ubl/network/envelope.ts'
import { networkIds } from './deliverables.ts'

/** A message level status in its envelope, as the tax authority sends it to us: accepting. */
export function anMls(
  said: Partial<Verdict> & Pick<Verdict, 'referenceId'>,
  header: Partial<EnvelopeHeader> = {},
): string {
  const verdict: Verdict = {
    id: randomUUID(),
    responseCode: 'AP',
    issuedAt: '2026-07-15T10:00:00.000Z',
    senderId: networkIds.authorityId,
    receiverId: networkIds.serviceProviderId,
    description: said.responseCode === 'RE' ? 'Rejected' : null,
    issues: said.responseCode === 'RE' ? [{ lineId: 'NA', description: 'Broken', statusReasonCode: 'BV' }] : [],
    ...said,
  }
  const { senderId, receiverId } = verdict
  const about = { senderId, receiverId, country: 'AE', createdAt: Date.now(), mlsTo: null }
  return writeEnvelope(
    { ...mlsIdentifiers, instanceId: randomUUID(), ...about, ...header },
    writeXml(mlsDocument(verdict)),
  )
}

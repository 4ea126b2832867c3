import assert from 'node:assert/strict'
import { envelopeLimits } from '../../src/exchange/inbound/status.ts'
import { anMls } from '../../test/support/delivery/mls.ts'
import { networkIds } from '../issued.ts'

const { bytesMax } = envelopeLimits

/**
 * The largest status that is read: the tax authority rejects a transmission with an issue for each
 * of some 30,000 lines.
 */
export function largestStatus(referenceId: string): string {
  const withIssues = (count: number) => {
    const issues = Array.from({ length: count }, (_, at) => ({
      lineId: `/Invoice/cac:InvoiceLine[${at + 1}]/cbc:InvoicedQuantity`,
      description: 'The unit of this quantity is not in the code list of units',
      statusReasonCode: 'BV',
    }))
    return anMls({ referenceId, receiverId: networkIds.serviceProviderId, responseCode: 'RE', issues })
  }
  const many = 10_000
  const empty = withIssues(0).length
  const perIssue = (withIssues(many).length - empty) / many
  // The numbers of later lines are a digit longer.
  const status = withIssues(Math.floor((bytesMax - empty) / (perIssue + 1)))
  assert.ok(status.length <= bytesMax && status.length > 0.99 * bytesMax, `${status.length} bytes`)
  return status
}

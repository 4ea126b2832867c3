import assert from 'node:assert/strict'
import { anMls } from '../../test/support/delivery/mls.ts'

/** What the access point delivers at most in one call. */
const bytesMax = 10 * 1024 * 1024

/** Of the service, unless it has another: see `serviceProviderId` in the configuration. */
const receiverId = '0242:000001'

/**
 * The largest status that is read: the tax authority rejects a transmission with an issue for each
 * of 30,000 lines.
 */
export function largestStatus(referenceId: string): string {
  const withIssues = (count: number) => {
    const issues = Array.from({ length: count }, (_, at) => ({
      lineId: `/Invoice/cac:InvoiceLine[${at + 1}]/cbc:InvoicedQuantity`,
      description: 'The unit of this quantity is not in the code list of units',
      statusReasonCode: 'BV',
    }))
    return anMls({ referenceId, receiverId, responseCode: 'RE', issues })
  }
  const many = 10_000
  const empty = withIssues(0).length
  const perIssue = (withIssues(many).length - empty) / many
  // The numbers of later lines are a digit longer.
  const status = withIssues(Math.floor((bytesMax - empty) / (perIssue + 1)))
  assert.ok(status.length <= bytesMax && status.length > 0.99 * bytesMax, `${status.length} bytes`)
  return status
}

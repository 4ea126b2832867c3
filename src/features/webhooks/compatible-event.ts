import { createHmac } from 'node:crypto'
import { signatureHeader } from '../../compatibility/header-prefix.ts'
import { entryId } from '../../feed/cursor.ts'
import { typeOf } from '../../feed/entry.ts'
import type { FeedRow } from '../../store/log/feed.ts'

/**
 * The members that compatibility mode adds to the body of a delivery. `baseUrl` is the address of
 * the API. Source: docs/decisions/0053.
 */
export function compatibleMembers(row: FeedRow, baseUrl: string) {
  return {
    org_id: row.orgId,
    event_type: compatibleType(row),
    profile_id: row.profileId,
    resource_id: row.documentId,
    resource_url: `${baseUrl}/api/${row.family}/${row.documentId}`,
    event_timestamp: new Date(row.at).toISOString(),
    webhook_event_id: asUuid(entryId(row)),
  }
}

/**
 * The second signature in compatibility mode: Base64 of HMAC-SHA256 over the raw body. The key is
 * the webhook's secret as plain text, including `whsec_`, as those receivers expect.
 */
export function compatibleHeaders(prefix: string, body: string, secret: string): Readonly<Record<string, string>> {
  return { [signatureHeader(prefix)]: createHmac('sha256', secret).update(body).digest('base64') }
}

/** `sales.invoice.created` becomes `sale.invoice.create`. */
function compatibleType(row: FeedRow): string {
  return typeOf(row)
    .replace(/^sales\./, 'sale.')
    .replace(/(create|update)d$/, '$1')
}

/** `evt_` and 32 hexadecimal digits as a UUID with the same digits. */
function asUuid(id: string): string {
  return id.replace(/^evt_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

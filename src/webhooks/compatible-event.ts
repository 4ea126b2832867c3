import { createHmac } from 'node:crypto'
import { signatureHeader } from '../compatibility/header-prefix.ts'
import { entryId } from '../feed/cursor.ts'
import { typeOf } from '../feed/entry.ts'
import type { FeedRow } from '../store/log/feed.ts'

/**
 * What the body of a delivery has besides the entry of the feed in compatibility mode: the members
 * that receivers of such clients read. `baseUrl` is where the API is reached. Source:
 * docs/decisions/0053.
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
 * The second signature of such a delivery: Base64 of HMAC-SHA256 over the raw body. The key is the
 * text of the webhook's secret as the caller was shown it, `whsec_` included, because those
 * receivers take a secret as plain text.
 */
export function compatibleHeaders(prefix: string, body: string, secret: string): Readonly<Record<string, string>> {
  return { [signatureHeader(prefix)]: createHmac('sha256', secret).update(body).digest('base64') }
}

/** `sales.invoice.created` is `sale.invoice.create` there. */
function compatibleType(row: FeedRow): string {
  return typeOf(row)
    .replace(/^sales\./, 'sale.')
    .replace(/(create|update)d$/, '$1')
}

/** `evt_` and 32 hexadecimal digits, as a UUID of the same digits. */
function asUuid(id: string): string {
  return id.replace(/^evt_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

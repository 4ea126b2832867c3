import { newSecret, signatureHeaders } from '../../../src/security/webhook-signature.ts'

const body = '{"type":"purchase.invoice.created","data":{"document_number":"٤٢ é"}}'

/** Requests of a webhook as they arrive: signed by the service, and not. */
export function webhookRequests(secret: string): readonly WebhookRequest[] {
  const signed = (secrets: readonly string[], at = new Date()) => signatureHeaders('evt_1', at, body, secrets)
  const good = signed([secret])
  return [
    { what: 'signed', headers: good, body, isGood: true },
    { what: 'signed with two secrets', headers: signed([newSecret(), secret]), body, isGood: true },
    { what: 'another secret', headers: signed([newSecret()]), body, isGood: false },
    { what: 'another body', headers: good, body: body.replace('created', 'updated'), isGood: false },
    { what: 'another id', headers: { ...good, 'webhook-id': 'evt_2' }, body, isGood: false },
    { what: 'an empty signature', headers: { ...good, 'webhook-signature': 'v1,' }, body, isGood: false },
    { what: 'too old', headers: signed([secret], new Date(Date.now() - 400_000)), body, isGood: false },
    { what: 'of the future', headers: signed([secret], new Date(Date.now() + 400_000)), body, isGood: false },
  ]
}

interface WebhookRequest {
  readonly what: string
  readonly headers: ReturnType<typeof signatureHeaders>
  readonly body: string
  readonly isGood: boolean
}

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { message } from '@selfbill/pint-ae/messages'
import { features } from '../../src/features/index.ts'
import { participants, participantsIn } from '../../src/features/participants/feature.ts'
import { LookupFailed, type ParticipantRegister } from '../../src/features/participants/register.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The lookup of a participant before a document is issued. Source: docs/decisions/0083.

eachService('participants', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read' })
  })

  const lookUp = (participant: string, own = tenant) => own.get(`/api/participants/${participant.replace(':', '/')}`)
  const received = (json: { can_receive: Record<string, boolean> }) =>
    Object.entries(json.can_receive).flatMap(([kind, isReceived]) => (isReceived ? [kind] : []))

  test('a supplier in the sandbox receives the documents of all families', async () => {
    const { status, json } = await lookUp('0235:1987654321')
    assert.equal(status, 200)
    assert.deepEqual([json.participant_id, json.registered, json.predefined_endpoint], ['0235:1987654321', true, false])
    const families = ['purchase_invoices', 'purchase_credit_notes', 'sales_invoices', 'sales_credit_notes']
    assert.deepEqual(received(json), families)
    assert.deepEqual(
      json.services.map(({ document }: { document: string }) => document),
      families,
    )
    assert.match(json.document_types[0], /Invoice##urn:peppol:pint:selfbilling-1@ae-1::2\.1$/)
    assert.equal(json.services[0].endpoint.transport_profile, 'peppol-transport-as4-v2_0')
  })

  test('nobody is registered where a delivery would fail, and that is an answer', async () => {
    const { status, json } = await lookUp('0235:1000000013')
    assert.deepEqual([status, json.registered, received(json), json.services], [200, false, [], []])
  })

  test('a predefined endpoint is not on the network, and nobody is asked', async () => {
    const { json } = await lookUp('0235:9900000099')
    assert.deepEqual([json.registered, json.predefined_endpoint, received(json)], [false, true, []])
    assert.equal((await lookUp('0088:9900000099')).json.predefined_endpoint, false)
  })

  test('providers receive statuses, the tax authority reports, too', async () => {
    assert.ok(received((await lookUp('0242:000001')).json).includes('message_level_statuses'))
    const authority = received((await lookUp(running.config.authorityId)).json)
    assert.ok(authority.includes('tax_data_documents') && authority.includes('message_level_statuses'))
  })

  test('a malformed scheme or id is a 400 that says what is expected', async () => {
    for (const [path, message] of [
      ['23/1', /^Scheme must be four digits/],
      ['abcd/1', /^Scheme must be four digits/],
      ['0235/a%20b', /^Id must be 1 to 130 letters/],
      [`0235/${'1'.repeat(131)}`, /^Id must be 1 to 130 letters/],
      ['0235/1%0d%0a', /^Id must be/],
    ] as const) {
      const { status, json } = await tenant.get(`/api/participants/${path}`)
      assert.equal(status, 400, path)
      assert.match(json.errors.message, message, path)
    }
  })

  test('only accounts that read documents may look up', async () => {
    const other = await running.tenant({ scope: 'profiles' })
    assert.equal((await lookUp('0235:1987654321', other)).status, 403)
  })

  test('what the network says of an endpoint, and how it fails', async () => {
    const certificate = {
      commonName: 'POP000306',
      validFrom: Date.UTC(2026, 0, 1),
      validUntil: Date.UTC(2028, 0, 1),
      sha256: '5e'.repeat(32),
    }
    const endpoint = {
      url: 'https://ap.example/as4',
      transportProfile: 'peppol-transport-as4-v2_0',
      certificate,
      activeFrom: Date.UTC(2026, 0, 1),
      activeUntil: null,
    }
    const service = { documentTypeId: 'a::b', processId: 'c::d' }
    const register = {
      async lookUp(id: string) {
        if (id.endsWith('away')) throw new LookupFailed('away', message('name_servers_silent', { code: 'ESERVFAIL' }))
        if (id.endsWith('odd')) throw new LookupFailed('unusable', message('metadata_of_another_participant'))
        const services = [
          { ...service, kind: 'purchase_invoices', endpoint } as const,
          { ...service, kind: 'sales_invoices', endpoint: null } as const,
        ]
        return { documentTypes: ['a::b'], services }
      },
    }
    const member = await (await startOver(register)).tenant({ scope: 'documents:read' })
    const { json } = await lookUp('0235:1', member)
    assert.deepEqual(received(json), ['purchase_invoices'], 'a service without an endpoint receives nothing')
    assert.ok(Math.abs(Date.parse(json.looked_up_at) - Date.now()) < 60_000, json.looked_up_at)
    assert.deepEqual(json.services[0].endpoint, {
      url: endpoint.url,
      transport_profile: endpoint.transportProfile,
      certificate: {
        common_name: certificate.commonName,
        valid_from: '2026-01-01T00:00:00.000Z',
        valid_until: '2028-01-01T00:00:00.000Z',
        sha256: certificate.sha256,
      },
      active_from: '2026-01-01T00:00:00.000Z',
      active_until: null,
    })
    const away = await lookUp('0235:away', member)
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5'])
    assert.match(away.json.errors.message, /cannot be looked up at the moment: the name servers gave no answer/)
    const odd = await lookUp('0235:odd', member)
    assert.equal(odd.status, 502)
    assert.match(odd.json.errors.message, /unusable: the answer of the metadata publisher is about another participant/)
    const without = await (await startOver(undefined)).tenant({ scope: 'documents:read' })
    const missing = await lookUp('0235:1', without)
    assert.equal(missing.status, 501)
    assert.match(missing.json.errors.message, /SML_ZONE/)
  })

  /** The service with this register of participants. */
  function startOver(register: ParticipantRegister | undefined) {
    const replaced = features.map((feature) => (feature === participants ? participantsIn(() => register) : feature))
    return start({}, undefined, { features: replaced })
  }
})

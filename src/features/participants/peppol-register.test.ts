import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { identifiersOf } from '@selfbill/pint-ae/ubl'
import {
  MetadataPublisher,
  redirection,
  serviceGroup,
  serviceMetadata,
} from '../../../test/support/network/metadata-publisher.ts'
import { NameServer } from '../../../test/support/network/name-server.ts'
import { madeCertificate } from '../../../test/support/network/receiver.ts'
import { readRange } from '../../targets/addresses.ts'
import { peppolRegister } from './peppol-register.ts'
import { locatorName } from './publisher-of.ts'
import { LookupFailed } from './register.ts'

// Lookups with a real name server and a real metadata publisher, both on this machine.

const zone = 'participant.sml.example'
const id = '0235:1345678901'
const invoices = identifiersOf('purchase-invoices').docTypeId
const anyInvoices = invoices.replace('@ae-1', '*')
const now = Date.UTC(2026, 6, 15)

describe('the register of the network', () => {
  let names: NameServer
  let publisher: MetadataPublisher
  before(async () => {
    names = await NameServer.start()
    publisher = await MetadataPublisher.start()
  })
  after(() => Promise.all([names.close(), publisher.close()]))
  beforeEach(() => {
    names.names.clear()
    publisher.documents.clear()
    publisher.asked.length = 0
    names.names.set(zone, [])
    publishedAt(`!.*!${publisher.url}!`)
  })

  const path = `/iso6523-actorid-upis::${id}`
  const publishedAt = (regexp: string, more: { flags?: string; services?: string; order?: number } = {}) =>
    names.names.set(locatorName(id, zone), [naptr(regexp, more)])
  const lookUp = (overrides: { allowed?: readonly string[]; zone?: string; signal?: AbortSignal } = {}) =>
    peppolRegister({
      locator: { zone: overrides.zone ?? zone, servers: [names.address] },
      resolve: async () => ['127.0.0.1'],
      allowed: (overrides.allowed ?? ['127.0.0.0/8']).map((text) => readRange(text) ?? assert.fail()),
      now: () => now,
    }).lookUp(id, overrides.signal ?? AbortSignal.timeout(10_000))
  const failsWith = (looking: Promise<unknown>, kind: LookupFailed['kind'], message: RegExp) =>
    assert.rejects(looking, (error) => {
      assert.ok(error instanceof LookupFailed, String(error))
      assert.deepEqual([error.kind, message.test(error.message) || error.message], [kind, true])
      return true
    })

  test('the name of a participant is that of the policy', () => {
    // Peppol Policy for use of Identifiers 4.4.0, policy 7.
    assert.equal(
      locatorName('9915:test', 'edelivery.tech.ec.europa.eu'),
      `${policyHash}.iso6523-actorid-upis.edelivery.tech.ec.europa.eu`,
    )
    assert.equal(locatorName('9915:TEST', zone), locatorName('9915:test', zone))
  })

  test('a registration has its document types, and endpoints of those that we send', async () => {
    const other = 'busdox-docid-qns::urn:other::Order##urn:other::2.1'
    publisher.documents.set(path, serviceGroup(id, [anyInvoices, other]))
    const certificate = madeCertificate().certificate
    publisher.documents.set(`${path}/services/${anyInvoices}`, serviceMetadata(id, { certificate }))
    const found = await lookUp()
    assert.deepEqual(found?.documentTypes, [anyInvoices, other])
    const [service, ...more] = found?.services ?? []
    assert.deepEqual(more, [])
    assert.deepEqual([service?.kind, service?.documentTypeId], ['purchase_invoices', anyInvoices])
    assert.deepEqual([service?.endpoint?.url, service?.endpoint?.activeFrom], ['https://ap.example/as4', null])
    assert.match(service?.endpoint?.certificate?.sha256 ?? '', /^[0-9a-f]{64}$/)
    assert.ok((service?.endpoint?.certificate?.validUntil ?? 0) > now)
    assert.equal(publisher.asked.length, 2, 'only what we could send is looked up')
    assert.match(publisher.asked[1] ?? '', /selfbilling-1%2A%3A%3A2\.1$/, 'the wildcard is encoded')
  })

  test('nobody there: no name, no record of the service, or a publisher that does not know it', async () => {
    assert.equal(await lookUp(), undefined, 'its publisher answers 404')
    publishedAt(`!.*!${publisher.url}!`, { services: 'Meta:Other' })
    assert.equal(await lookUp(), undefined)
    names.names.set(locatorName(id, zone), [])
    assert.equal(await lookUp(), undefined)
    names.names.delete(locatorName(id, zone))
    assert.equal(await lookUp(), undefined)
    names.names.delete(zone)
    names.names.set(locatorName('0235:1999999999', zone), [])
    assert.equal(await lookUp(), undefined, 'a zone without a record of its own')
  })

  test('a failing name server, or a zone that it does not know, is a failure and no answer', async () => {
    await failsWith(lookUp({ zone: 'elsewhere.example' }), 'away', /do not know the zone elsewhere\.example/)
    names.names.set(locatorName(id, zone), 'SERVFAIL')
    await failsWith(lookUp(), 'away', /ESERVFAIL/)
    names.names.set(locatorName(id, zone), 'silent')
    await failsWith(lookUp({ signal: AbortSignal.timeout(50) }), 'away', /ECANCELLED/)
  })

  test('the record with the lowest order wins, and a foreign pattern is not evaluated', async () => {
    publisher.documents.set(path, serviceGroup(id, []))
    const records = [
      naptr('!.*!http://127.0.0.1:1!', { order: 20 }),
      naptr(`!^.*$!${publisher.url}/!i`, { flags: 'u' }),
    ]
    names.names.set(locatorName(id, zone), records)
    assert.deepEqual(await lookUp(), { documentTypes: [], services: [] })
    for (const rule of ['!^(a+)+$!http://127.0.0.1!', '!.*!ftp://127.0.0.1!', '!.*!http://127.0.0.1/\\1!', '']) {
      publishedAt(rule)
      await failsWith(lookUp(), 'unusable', /names no metadata publisher/)
    }
  })

  test('a publisher on a private address, or with credentials, is not asked', async () => {
    await failsWith(lookUp({ allowed: [] }), 'unusable', /public address/)
    publishedAt(`!.*!http://smp.example:${new URL(publisher.url).port}!`)
    await failsWith(lookUp({ allowed: [] }), 'unusable', /smp\.example.* public address/)
    publishedAt(`!.*!http://me@127.0.0.1!`)
    await failsWith(lookUp(), 'unusable', /user name/)
    assert.deepEqual(publisher.asked, [])
  })

  test('a publisher that fails, redirects, stalls or sends too much', async () => {
    const refuse = (status: number) =>
      publisher.documents.set(path, (response) => response.writeHead(status, { location: publisher.url }).end())
    refuse(500)
    await failsWith(lookUp(), 'away', /answered 500/)
    refuse(302)
    await failsWith(lookUp(), 'unusable', /answered 302/)
    publisher.documents.set(path, (response) => response.writeHead(200).write('<'))
    await failsWith(lookUp({ signal: AbortSignal.timeout(200) }), 'away', /timeout/)
    publisher.documents.set(path, (response) => response.writeHead(200).end(Buffer.alloc(1_000_001, ' ')))
    await failsWith(lookUp(), 'unusable', /larger than 1000000 bytes/)
    publisher.documents.set(path, (response) => response.destroy())
    await failsWith(lookUp(), 'away', /no answer/)
    publishedAt('!.*!http://127.0.0.1:1!')
    await failsWith(lookUp(), 'away', /ECONNREFUSED/)
  })

  test('hostile or wrong metadata are refused', async () => {
    for (const [source, why] of [
      ['hello', /unreadable/],
      ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /document type declaration/],
      ['<a/>', /has no ServiceGroup/],
      [serviceGroup('0235:1999999999', []), /another participant/],
      [serviceGroup(id, []).replace(/<ids:Part.*?<\/ids:Part[^>]*>/, ''), /another participant/],
      [
        serviceGroup(
          id,
          Array.from({ length: 25_000 }, () => ''),
        ),
        /larger than|more than 20000 elements/,
      ],
    ] as const) {
      publisher.documents.set(path, source)
      await failsWith(lookUp(), 'unusable', why)
    }
    publisher.documents.set(path, serviceGroup(id, ['%zz', 'no scheme', anyInvoices]).replace('%25zz', '%zz'))
    publisher.documents.set(`${path}/services/${anyInvoices}`, serviceMetadata('0235:1999999999'))
    await failsWith(lookUp(), 'unusable', /another participant/)
    publisher.documents.delete(`${path}/services/${anyInvoices}`)
    assert.deepEqual((await lookUp())?.documentTypes, [anyInvoices])
  })

  test('an endpoint counts for its process and transport, and only while it is active', async () => {
    publisher.documents.set(path, serviceGroup(id, [anyInvoices]))
    const endpointWith = async (overrides: Parameters<typeof serviceMetadata>[1]) => {
      publisher.documents.set(`${path}/services/${anyInvoices}`, serviceMetadata(id, overrides))
      return (await lookUp())?.services[0]?.endpoint
    }
    const dates = { activation: '2026-07-14T00:00:00Z', expiration: '2026-07-16T00:00:00Z' }
    assert.equal((await endpointWith(dates))?.activeUntil, Date.UTC(2026, 6, 16))
    for (const without of [
      { processId: 'cenbii-procid-ubl::urn:peppol:bis:billing' },
      { profile: 'busdox-transport-as2-ver1p0' },
      { url: '' },
      { activation: '2026-07-16T00:00:00Z' },
      { expiration: '2026-07-15T00:00:00Z' },
    ])
      assert.equal(await endpointWith(without), null, JSON.stringify(without))
    publisher.documents.delete(`${path}/services/${anyInvoices}`)
    assert.equal((await lookUp())?.services[0]?.endpoint, null, 'no metadata')
    assert.equal((await endpointWith({ certificate: 'AAAA' }))?.certificate, null)
  })

  test('one redirection to another publisher is followed, to allowed addresses only', async () => {
    publisher.documents.set(path, serviceGroup(id, [anyInvoices]))
    const redirectTo = (url: string) => publisher.documents.set(`${path}/services/${anyInvoices}`, redirection(url))
    publisher.documents.set('/moved', serviceMetadata(id))
    redirectTo(`${publisher.url}/moved`)
    assert.equal((await lookUp())?.services[0]?.endpoint?.url, 'https://ap.example/as4')
    publisher.documents.set('/moved', redirection(`${publisher.url}/again`))
    await failsWith(lookUp(), 'unusable', /redirect twice/)
    redirectTo('http://10.0.0.1/')
    await failsWith(lookUp(), 'unusable', /public address/)
    redirectTo('file:///etc/passwd')
    await failsWith(lookUp(), 'unusable', /http or https/)
  })
})

const policyHash = 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a'

function naptr(regexp: string, more: { flags?: string; services?: string; order?: number } = {}) {
  const { flags = 'U', services = 'Meta:SMP', order = 10 } = more
  return {
    type: 'NAPTR' as const,
    name: locatorName(id, zone),
    data: { order, preference: 10, flags, services, regexp, replacement: '.' },
  }
}

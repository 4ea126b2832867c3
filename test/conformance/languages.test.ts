import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAddress, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant } from '../support/service/test-service.ts'

// Findings are stored in English and returned in the caller's language.

const arabic = { 'accept-language': 'ar-AE,ar;q=0.9,en;q=0.8' }
const howToPay = {
  en: 'An invoice must say how it is paid, except for deemed supplies.',
  ar: 'الفاتورة يجب أن تذكر طريقة دفعها، إلا في التوريدات الاعتبارية.',
}

eachService('languages', (start) => {
  let tenant: Tenant
  before(async () => {
    tenant = await (await start.shared()).tenant()
  })
  const post = (headers: Readonly<Record<string, string>>, request = aPurchaseInvoice({ payment_means: undefined })) =>
    tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request, headers)
  const textsOf = ({ json }: Answered) =>
    json.meta_info.peppol_status.validation_results.map(({ text }: { text: string }) => text)

  test('findings are in the requested language, in a create and in every read', async () => {
    const created = await post(arabic)
    assert.equal(created.status, 201)
    assert.deepEqual(textsOf(created), [howToPay.ar])
    assert.equal(created.headers.get('content-language'), 'ar')
    assert.match(created.headers.get('vary') ?? '', /Accept-Language/)
    const path = `/api/purchase-invoices/${created.json.id}`
    const english = await tenant.get(path)
    assert.deepEqual(textsOf(english), [howToPay.en])
    assert.equal(english.headers.get('content-language'), 'en')
    assert.match(english.headers.get('vary') ?? '', /Accept-Language/)
    const read = await tenant.get(path, arabic)
    assert.deepEqual(read.json, created.json)
    assert.deepEqual(textsOf(await post({})), [howToPay.en])
  })

  test('so are the validation results of the snapshot', async () => {
    const request = aPurchaseInvoice({
      profile_execution_id: '00000001',
      delivery: { delivery_location: { address: anAddress() } },
    })
    const { json } = await post({}, request)
    const path = `/api/purchase-invoices/${json.id}/peppol-status`
    const english = await tenant.get(path)
    assert.equal(english.status, 200, english.text)
    assert.deepEqual(
      english.json.validationResults.map(({ text }: { text: string }) => text),
      ['An export must not be delivered in the UAE.'],
    )
    const translated = await tenant.get(path, arabic)
    assert.deepEqual(
      translated.json.validationResults.map(({ text }: { text: string }) => text),
      ['التصدير يجب ألا يُسلَّم داخل دولة الإمارات.'],
    )
    assert.equal(translated.headers.get('content-language'), 'ar')
  })
})

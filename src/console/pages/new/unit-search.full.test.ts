import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { aLine, aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// The unit of a line is found by its name or code, by buttons of the form alone.

const unit = 'document_lines[0].unit_code'

eachService('units in the form', (start) => {
  const begun = async (language = 'en') => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { tenant } = member
    if (language === 'ar') await browser.submit('/console/preferences', { language, back: '/console/new' })
    return { browser, tenant, address: `/console/new?family=purchase-invoices&profile=${tenant.profileId}` }
  }

  test('a search shows code and names of what it finds; a choice fills in that line and keeps the rest', async () => {
    const { browser, address } = await begun()
    const press = (form: Record<string, string>, what: string) => browser.submit('/console/new', { ...form, do: what })
    const first = { ...formIn((await browser.open(address)).text), note: 'kept' }
    const added = await press(first, 'add')
    const asked = await press(formIn(added.text), 'units-1')
    assert.match(asked.text, /Unit of line \u20682\u2069/)
    const found = await press({ ...formIn(asked.text), unit_search: 'sq metre' }, 'units-1')
    assert.match(
      found.text,
      /value="unit-1-MTK"[^>]*><bdi dir="ltr">MTK<\/bdi><\/button>\s*<span class="hint"><bdi>Square metre/,
    )
    assert.match(found.text, /<bdi>متر مربع<\/bdi>/)
    const chosen = formIn((await press(formIn(found.text), 'unit-1-MTK')).text)
    assert.deepEqual([chosen[unit], chosen['document_lines[1].unit_code'], chosen.note], ['', 'MTK', 'kept'])
    const unknown = formIn((await press(chosen, 'unit-1-NOPE')).text)
    assert.equal(unknown['document_lines[1].unit_code'], 'MTK', 'a code that no list has changes nothing')
    const nothing = await press({ ...chosen, unit_search: 'no such unit' }, 'units-0')
    assert.match(nothing.text, /No unit matches/)
  })

  test('Enter in a search searches once more has been typed there, and anywhere else it checks', async () => {
    const { browser, address } = await begun()
    const press = (form: Record<string, string>, what: string) => browser.submit('/console/new', { ...form, do: what })
    const first = await browser.open(address)
    assert.match(first.text, /<form class="draft"[^>]*>\s*<button class="unseen" type="submit" name="do" value="enter"/)
    const asked = await press(formIn(first.text), 'units-0')
    const found = await press({ ...formIn(asked.text), unit_search: 'sq metre' }, 'enter')
    assert.match(found.text, /value="unit-0-MTK"/)
    assert.equal(formIn(found.text).unit_search, 'sq metre')
    const checked = await press(formIn(found.text), 'enter')
    assert.doesNotMatch(checked.text, /unit-0-MTK/)
    assert.equal(checked.status, 422, 'the check names what is missing')
    const supplier = await press({ ...formIn(first.text), supplier_search: 'nobody of this name' }, 'enter')
    assert.match(supplier.text, /id="suppliers"[^>]*><p>/)
  })

  test('while somebody types the list alone is answered, and its buttons lead to a form only', async () => {
    const { browser, tenant } = await begun('ar')
    const at = (action: string) => `/console/new/units?line=0&unit_search=kilo&action=${encodeURIComponent(action)}`
    const part = await browser.open(at('/console/new'))
    assert.match(
      part.text,
      /^<ul class="picks"[^>]*><li><button[^>]*value="unit-0-KGM"[^>]*formaction="\/console\/new#line-0"/,
    )
    for (const action of ['https://other.example/', '/console/settings/users', '//other.example', '/console/new/x']) {
      assert.equal((await browser.open(at(action))).text, '', action)
    }
    const { json } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'QQQ' })] }),
    )
    const path = `/console/documents/purchase-invoices/${json.id}/repair`
    const repair = await browser.open(path)
    const found = await browser.submit(path, { ...formIn(repair.text), unit_search: 'كيلوغرام', do: 'units-0' })
    assert.match(found.text, /value="unit-0-KGM"/)
    const chosen = await browser.submit(path, { ...formIn(found.text), do: 'unit-0-KGM' })
    assert.equal(formIn(chosen.text)[unit], 'KGM')
    assert.match((await browser.open(at(path))).text, /unit-0-KGM/)
  })
})

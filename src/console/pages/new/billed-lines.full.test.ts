import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { aLine, aPurchaseInvoice, inCurrency } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// Lines that the supplier of the form was billed before. Source: docs/decisions/0179.

eachService('lines billed before, in the form', (start) => {
  const begun = async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { tenant } = member
    const coded = { commodity_code: 'G', item_classification_code: '74081100', item_classification_list_id: 'HS' }
    const lines = Array.from({ length: 10 }, (_, at) => aLine({ name: `Part ${at}` }))
    const price = { base_amount: 31.755, base_quantity: 1 }
    const wire = aLine({ name: 'Copper <wire>', unit_code: 'KGM', price, commodity_classification: coded })
    const { json } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_lines: [...lines, wire] }),
    )
    const { text } = await browser.open(`/console/new?family=purchase-invoices&profile=${tenant.profileId}`)
    const press = async (form: Record<string, string>, what: string) =>
      browser.submit('/console/new', { ...form, do: what })
    return { press, form: formIn(text), id: json.id, tenant }
  }

  test('a line is found by its code and filled in; the quantity and everything else stay as typed', async () => {
    const { press, form, id } = await begun()
    const picked = await press(form, `pick-${id}`)
    const listed = await press({ ...formIn(picked.text), note: 'kept' }, 'billed')
    assert.match(listed.text, /There are more\. Type a part of the name or code/)
    const found = await press({ ...formIn(listed.text), billed_search: '7408' }, 'billed')
    assert.match(found.text, /<bdi>Copper &#60;wire&#62;<\/bdi>/)
    assert.doesNotMatch(found.text, /<bdi>Part 1<\/bdi>/)
    const entered = await press({ ...formIn(listed.text), billed_search: '7408' }, 'enter')
    assert.match(entered.text, /<bdi>Copper &#60;wire&#62;<\/bdi>/, 'so does the key Enter without scripts')
    assert.doesNotMatch(entered.text, /<bdi>Part 1<\/bdi>/)
    const first = await press(formIn(found.text), `take-${id}-11`)
    assert.match(first.text, /Line \u20681\u2069 is filled in/)
    const one: Record<string, string> = { ...formIn(first.text), 'document_lines[0].quantity': '3', billed_search: '' }
    assert.deepEqual(
      ['name', 'unit_code', 'price.base_amount'].map((member) => one[`document_lines[0].${member}`]),
      ['Copper <wire>', 'KGM', '31.755'],
    )
    const second = await press(one, `take-${id}-2`)
    const both: Record<string, string> = { ...formIn(second.text), 'document_lines[1].quantity': '2' }
    assert.deepEqual(
      [both.note, both['document_lines[0].quantity'], both['document_lines[1].name']],
      ['kept', '3', 'Part 1'],
    )
    const checked = await press(
      { ...both, due_date: '2099-01-01', 'payment_means[0].payment_means_code': '10' },
      'check',
    )
    assert.match(checked.text, /All mandatory rules passed/)
  })

  test('a price in another currency than that of the form is shown with it and not taken over', async () => {
    const { press, form, tenant } = await begun()
    const price = { base_amount: 99.5, base_quantity: 1 }
    const { json } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ ...inCurrency('USD'), document_lines: [aLine({ name: 'Valve', price })] }),
    )
    const picked = formIn((await press(form, `pick-${json.id}`)).text)
    const take = async (currency: string) => {
      const listed = await press({ ...picked, document_currency_code: currency }, 'billed')
      assert.match(listed.text, /99\.5 USD \/ EA/)
      const { text } = await press(formIn(listed.text), `take-${json.id}-1`)
      const taken = formIn(text)
      const [name, amount] = ['name', 'price.base_amount'].map((member) => taken[`document_lines[0].${member}`])
      return { text, name, amount }
    }
    const other = await take('AED')
    assert.deepEqual([other.name, other.amount ?? ''], ['Valve', ''])
    assert.match(other.text, /filled in without its price, which was in \u2068USD\u2069/)
    const same = await take('USD')
    assert.deepEqual([same.name, same.amount], ['Valve', '99.5'])
    assert.doesNotMatch(same.text, /without its price/)
  })

  test('without a known supplier, or without the line, the page says so and keeps the form', async () => {
    const { press, form, id } = await begun()
    assert.match((await press(form, 'billed')).text, /This supplier was not billed before/)
    const gone = await press({ ...form, note: 'kept' }, `take-${id}-1`)
    assert.match(gone.text, /This line is not there any more/)
    assert.equal(formIn(gone.text).note, 'kept')
    const picked = await press(form, `pick-${id}`)
    assert.match((await press({ ...formIn(picked.text), billed_search: 'zinc' }, 'billed')).text, /No line matches/)
  })

  test('a supplier is found behind more names than one request looks at, and among many that contain its name', async () => {
    const { press, form, id, tenant } = await begun()
    const picked = formIn((await press(form, `pick-${id}`)).text)
    const { database } = (await start.shared()).service.parts.store
    const [row = {}] = await database.query(
      sql('select * from documents where org_id = $1 and id = $2', tenant.orgId, id),
    )
    const columns = Object.keys(row)
    const changed: Readonly<Record<string, string>> = {
      id: "id || '-' || cast(number as text)",
      sequence: 'sequence + number',
      document_number: "document_number || '-' || cast(number as text)",
      billed_by_name: `'0' || cast(10000 + number as text) || case when number <= 30 then billed_by_name else '' end`,
      billed_by_shown: 'null',
      billed_by_vat: 'null',
    }
    await database.query(
      sql(
        `insert into documents (${columns.join(', ')})
         with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1100)
         select ${columns.map((column) => changed[column] ?? column).join(', ')} from documents, numbers
         where org_id = $1 and id = $2`,
        tenant.orgId,
        id,
      ),
    )
    assert.match((await press(picked, 'billed')).text, /<bdi>Part 1<\/bdi>/)
    const unregistered = { ...picked, 'accounting_supplier_party.party_tax_scheme.company_id': '' }
    assert.match((await press(unregistered, 'billed')).text, /<bdi>Part 1<\/bdi>/)
    const unknown = { ...unregistered, 'accounting_supplier_party.party_name': '0 nobody' }
    assert.match((await press(unknown, 'billed')).text, /This supplier was not billed before/)
    await database.query(sql("delete from documents where org_id = $1 and id like '%-%-%-%-%-%'", tenant.orgId))
  })

  test('a sale has no such lines', async () => {
    const { press, form } = await begun()
    const { text } = await press({ ...form, family: 'sales-invoices' }, 'add')
    assert.doesNotMatch(text, /Lines billed before/)
  })
})

import {
  answerObject,
  check,
  named,
  OverallStatus,
  optional,
  orNull,
  SupplierParty,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import { type JsonValue, jsonText, RawJson, readJson, type Writable } from '@selfbill/pint-ae/json'
import { ok } from '../../api/answer/answers.ts'
import type { AccountContext } from '../../api/declaration/call.ts'
import { Fault } from '../../api/faults.ts'
import { operation } from '../../api/operation.ts'
import { limitDefault, listBy, listOf, wholeList } from '../../api/request/lists.ts'
import { storedRequest } from '../../store/documents/stored-request.ts'
import { type BilledLine, billedLines } from './billed-lines.ts'
import { findSupplier, type KnownSupplier, suppliersOf } from './known-suppliers.ts'

// The suppliers that invoices and agreements of an organisation name. Nothing else is stored of
// them. Source: docs/decisions/0169.

const family = 'purchase-invoices'

const supplierMembers = {
  supplier_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  trn: orNull(Type.String()),
  tin: orNull(Type.String()),
  last_document_number: orNull(Type.String()),
  last_issue_date: orNull(Type.String({ format: 'date' })),
  last_status: orNull(OverallStatus),
}

function answered({ id, name, trn, tin, lastDocument }: KnownSupplier) {
  return {
    supplier_id: id,
    name,
    trn: trn ?? null,
    tin: tin ?? null,
    last_document_number: lastDocument?.number ?? null,
    last_issue_date: lastDocument?.issueDate ?? null,
    last_status: lastDocument?.status ?? null,
  }
}

const suppliers = listBy('suppliers', 'text')

const listSuppliers = operation({
  id: 'listSuppliers',
  method: 'GET',
  path: '/api/suppliers',
  summary: 'List the known suppliers by name',
  description:
    'Those of earlier purchase invoices, each name once, and those of the newest 1,000 agreements. A search looks at ' +
    '1,000 names in a request: a page may have fewer items than `limit`, or none, while `next` is not null.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: { search: optional(text(100)), ...suppliers.parameters },
  answers: {
    200: {
      description: 'A page of suppliers',
      type: 'application/json',
      schema: listOf('SupplierPage', answerObject('KnownSupplier', supplierMembers)),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { search, cursor, limit = limitDefault } = query
    const wanted = { orgId: account.orgId, search, after: cursor?.[0] ?? '', limit }
    const found = await suppliersOf(parts.store.database, wanted)
    const next = found.next === undefined ? null : suppliers.cursorAt([found.next])
    return ok({ items: found.suppliers.map(answered), next })
  },
})

const retrieveSupplier = operation({
  id: 'retrieveSupplier',
  method: 'GET',
  path: '/api/suppliers/{supplier_id}',
  summary: 'Retrieve a known supplier, and what is missing to bill it',
  description:
    'The party is that of its newest invoice that nobody has refused, ready for the next request. Where all were ' +
    'refused, or failed their rules, `last_status` says so: look at the party first.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  params: { supplier_id: Type.String({ format: 'uuid' }) },
  answers: {
    200: {
      description: 'The supplier',
      type: 'application/json',
      schema: answerObject('SupplierToBill', {
        ...supplierMembers,
        party: named('PartyToBill', Type.Record(Type.String(), Type.Unknown())),
        missing: Type.Array(Type.String()),
      }),
    },
  },
  faults: ['supplier_not_found', 'content_removed'],
  async handle(call) {
    const { account, params, parts } = call
    const supplier = await findSupplier(parts.store.database, account.orgId, params.supplier_id)
    if (supplier === undefined) throw new Fault('supplier_not_found', { id: params.supplier_id })
    const party = (await partyOfInvoice(call, supplier)) ?? agreedParty(supplier)
    const checked = check(SupplierParty, party)
    return ok({
      ...answered(supplier),
      party: plain(party),
      missing: 'errors' in checked ? [...checked.errors.keys()] : [],
    })
  },
})

/** The party as the newest invoice was sent with it. */
async function partyOfInvoice({ account, parts, room }: Reading, { id, lastDocument }: KnownSupplier) {
  if (lastDocument === undefined) return undefined
  const found = await storedRequest(parts.store.database, { orgId: account.orgId, family, id }, room)
  const sent = found?.request === undefined ? undefined : readJson(await found.request.string())
  const party = sent instanceof Map ? sent.get('accounting_supplier_party') : undefined
  return party instanceof Map ? party : undefined
}

type Reading = Pick<AccountContext, 'account' | 'parts' | 'room'>

function agreedParty({ name, tin }: KnownSupplier): JsonValue {
  return new Map([['name', name], ...(tin === undefined ? [] : [['tin', tin] as const])])
}

/** A party has texts and objects of texts. */
function plain(value: JsonValue): Readonly<Record<string, Writable>> {
  const members: readonly (readonly [string, JsonValue])[] = value instanceof Map ? [...value] : []
  return Object.fromEntries(
    members.flatMap(([name, own]): readonly (readonly [string, Writable])[] => {
      if (own instanceof Map) return [[name, plain(own)]]
      return typeof own === 'string' ? [[name, own]] : []
    }),
  )
}

const listBilledLines = operation({
  id: 'listBilledLines',
  method: 'GET',
  path: '/api/suppliers/{supplier_id}/lines',
  summary: 'List what a known supplier was billed before, line by line',
  description:
    'Of the 10 newest purchase invoices with this supplier that were not refused, each item once in each ' +
    'currency with its newest price, the newest first, at most 50. Documents above 256 kB are left out.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  params: { supplier_id: Type.String({ format: 'uuid' }) },
  query: { search: optional(text(100)) },
  answers: {
    200: {
      description: 'The lines, all at once',
      type: 'application/json',
      schema: listOf(
        'BilledLinePage',
        answerObject('BilledLine', {
          document_id: Type.String({ format: 'uuid' }),
          document_number: Type.String(),
          issue_date: Type.String({ format: 'date' }),
          line_number: Type.Integer({ minimum: 1 }),
          currency: Type.String(),
          line: named('LineToBill', Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    },
  },
  faults: ['parameter_invalid', 'supplier_not_found'],
  async handle({ account, params, parts, query, room }) {
    const { orgId } = account
    const { database } = parts.store
    const supplier = await findSupplier(database, orgId, params.supplier_id)
    if (supplier === undefined) throw new Fault('supplier_not_found', { id: params.supplier_id })
    const lines = await billedLines(database, { orgId, supplier, search: query.search }, room)
    return ok(wholeList(lines.map(answeredLine)))
  },
})

function answeredLine({ documentId, documentNumber, issueDate, number, currency, line }: BilledLine) {
  return {
    document_id: documentId,
    document_number: documentNumber,
    issue_date: issueDate,
    line_number: number,
    currency,
    // Exact numbers.
    line: new RawJson(jsonText(new Map(line))),
  }
}

export const supplierOperations = [listSuppliers, retrieveSupplier, listBilledLines]

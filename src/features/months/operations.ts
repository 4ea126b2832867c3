import { vatCategories } from '@selfbill/pint-ae/code-lists'
import {
  answerEnum,
  answerObject,
  gulfTime,
  identifier,
  named,
  OverallStatus,
  oneOf,
  optional,
  orNull,
  Type,
} from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import { ok, wholeOrStream } from '../../api/answer/answers.ts'
import { fileHeaders, namedFile } from '../../api/answer/content-disposition.ts'
import { operation } from '../../api/operation.ts'
import { month, notBlank, wholeNumber } from '../../api/request/parameters.ts'
import { tableFormat } from '../../api/request/table-format.ts'
import { writtenCsv } from '../../document-files/written-csv.ts'
import { writtenXlsx, xlsxType } from '../../document-files/xlsx/written-xlsx.ts'
import { type Headings, monthSheet, monthTable } from './month-file.ts'
import type { MonthWanted } from './month-statements.ts'
import { leftOf, type MonthSide, type MonthSum, monthSums, type PartySum } from './month-sums.ts'

// What a VAT return of a month, or of a quarter, adds up. Source: docs/decisions/0164.

const sumMembers = {
  invoices: Type.Integer(),
  credit_notes: Type.Integer(),
  invoiced_net: Type.Number(),
  invoiced_vat: Type.Number(),
  credited_net: Type.Number(),
  credited_vat: Type.Number(),
  net: Type.Number(),
  vat: Type.Number(),
}

const MonthSideAnswer = answerObject('MonthSide', {
  total: answerObject('MonthSum', sumMembers),
  by_vat_category: Type.Array(
    answerObject('MonthOfCategory', { vat_category: answerEnum('VatCategory', vatCategories), ...sumMembers }),
  ),
  by_status: Type.Array(
    answerObject('MonthOfStatus', { status: orNull(OverallStatus), is_counted: Type.Boolean(), ...sumMembers }),
  ),
  by_party: Type.Array(
    answerObject('MonthOfParty', { trn: Type.Optional(Type.String()), name: Type.String(), ...sumMembers }),
  ),
  has_more_parties: Type.Boolean(),
  without_figures: Type.Integer(),
})

const MonthAnswer = answerObject('Month', {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  currency: Type.Literal('AED'),
  purchases: MonthSideAnswer,
  sales: MonthSideAnswer,
})

/** A tax period is a month or a quarter. */
const monthsMax = 3

const period = {
  month: optional(notBlank(month())),
  months: optional(notBlank(wholeNumber({ min: 1, max: monthsMax, default: 1 }))),
  party_trn: optional(notBlank(identifier())),
  own_trn: optional(notBlank(identifier())),
}

/** The sums of a month. */
const summariseMonth = operation({
  id: 'summariseMonth',
  method: 'GET',
  path: '/api/documents/month',
  summary: 'Add up a month for the VAT return',
  description:
    'Net and VAT in AED of the documents with an issue date in the month, by VAT category, by status and by the ' +
    'other party; purchases and sales apart. Credit notes are subtracted. Documents that failed their rules or were ' +
    'rejected are not counted, nor is a credit note of a rejected invoice: `by_status` has them. Each `by_party` has ' +
    'the 1,000 parties with the most documents.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: period,
  answers: { 200: { description: 'The sums', type: 'application/json', schema: MonthAnswer } },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const wanted = wantedBy(account.orgId, query, parts.now())
    const { purchases, sales } = await monthSums(parts.store.database, wanted)
    return ok({
      from: wanted.from,
      to: wanted.to,
      currency: 'AED',
      purchases: answeredSide(purchases),
      sales: answeredSide(sales),
    })
  },
})

/** The documents behind the sums. */
const exportMonth = operation({
  id: 'exportMonth',
  method: 'GET',
  path: '/api/documents/month/file',
  summary: 'Download the documents of a month with their VAT, as CSV or .xlsx',
  description:
    'A row for each document and VAT category, in the order of issue dates. Amounts are in AED, those of credit ' +
    'notes negative, so that the rows with `counted` = yes add up to the sums of the month. With headings in words, ' +
    'kinds, statuses and categories are words too, in the language of the request. An .xlsx file always has words, ' +
    'and says in its last row if more would follow.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    ...period,
    format: optional(tableFormat),
    headings: optional(notBlank(named('Headings', oneOf(['fields', 'words'])))),
  },
  answers: { 200: { description: 'The documents', type: ['text/csv', xlsxType], headers: namedFile } },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts, language }) {
    const now = parts.now()
    const wanted = wantedBy(account.orgId, query, now)
    const isSheet = query.format === 'xlsx'
    const headings: Headings = query.headings === 'words' ? language : 'fields'
    const { database } = parts.store
    const ownTrn = wanted.ownTrn === undefined ? '' : `${wanted.ownTrn}-`
    const pieces = isSheet
      ? writtenXlsx(monthSheet(database, wanted, language), new Date(now))
      : writtenCsv(monthTable(database, wanted, headings))
    return {
      status: 200,
      type: isSheet ? xlsxType : 'text/csv; charset=utf-8',
      ...(await wholeOrStream(pieces)),
      headers: fileHeaders('attachment', `vat-${ownTrn}${wanted.from}-${wanted.to}.${isSheet ? 'xlsx' : 'csv'}`),
    }
  },
})

export const monthOperations = [summariseMonth, exportMonth]

const parameters = Type.Object(period)

/** Without a month, that of today in Gulf Standard Time. */
function wantedBy(orgId: string, query: Static<typeof parameters>, now: number): MonthWanted {
  const { month: first = gulfTime(now)[0].slice(0, 7), months = 1, party_trn: trn, own_trn: ownTrn } = query
  const [year = 0, number = 0] = first.split('-').map(Number)
  const last = new Date(Date.UTC(year, number - 1 + months, 0)).toISOString().slice(0, 10)
  return { orgId, from: `${first}-01`, to: last, trn, ownTrn }
}

function answeredSide({ total, byCategory, byStatus, byParty, hasMoreParties, withoutFigures }: MonthSide) {
  return {
    total: answeredSum(total),
    by_vat_category: byCategory.map((sum) => ({ vat_category: sum.category, ...answeredSum(sum) })),
    by_status: byStatus.map((sum) => ({ status: sum.status, is_counted: sum.isCounted, ...answeredSum(sum) })),
    by_party: byParty.map(answeredParty),
    has_more_parties: hasMoreParties,
    without_figures: withoutFigures,
  }
}

function answeredParty(party: PartySum) {
  return { ...(party.trn !== undefined && { trn: party.trn }), name: party.name, ...answeredSum(party) }
}

function answeredSum(sum: MonthSum) {
  const { invoices, creditNotes, invoiced, credited } = sum
  return {
    invoices,
    credit_notes: creditNotes,
    invoiced_net: invoiced.net,
    invoiced_vat: invoiced.vat,
    credited_net: credited.net,
    credited_vat: credited.vat,
    ...leftOf(sum),
  }
}

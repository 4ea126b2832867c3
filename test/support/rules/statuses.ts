import { readXml } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { attribute, copy, Draft, drop, type Edit, elementOf, put, set } from './ubl-documents.ts'

/**
 * A message level status that rejects a message for one broken rule and one warning, after the
 * given edits.
 */
export function aStatus(...edits: readonly Edit[]): Element {
  const draft = new Draft('invoice', readXml(text))
  for (const edit of edits) edit(draft)
  return elementOf(draft.root)
}

/** Correct statuses that together reach every rule. */
export function cleanStatuses(): readonly Element[] {
  return [
    aStatus(),
    ...['FD', 'SV', ' BV '].map((reason) => aStatus(set(firstReason, reason))),
    ...['AP', ' AB '].map((verdict) => aStatus(set(code, verdict), set(firstReason, 'BW'))),
    aStatus(set(code, 'AP'), drop(`${response}/cac:Response/cbc:Description`), drop(line(2)), drop(line(1))),
    aStatus(set('cbc:IssueTime', '10:00:00.5+04:00')),
    ...rightProviders.flatMap((id) => [aStatus(set(sender, id)), aStatus(set(receiver, id))]),
  ]
}

/** Breaks each rule of a status, by rule id: every list of edits separately. */
export function statusCases(): Readonly<Record<string, readonly (readonly Edit[])[]>> {
  return { ...headCases, ...verdictCases }
}

const sender = 'cac:SenderParty/cbc:EndpointID'
const receiver = 'cac:ReceiverParty/cbc:EndpointID'
const response = 'cac:DocumentResponse'
const code = `${response}/cac:Response/cbc:ResponseCode`
const description = `${response}/cac:Response/cbc:Description`
const line = (at: number) => `${response}/cac:LineResponse[${at}]`
const issue = `${line(1)}/cac:Response`
const firstReason = `${issue}/cac:Status/cbc:StatusReasonCode`

const rightProviders = [
  '001147',
  '000006-TESTBED.3001',
  '000001-abc',
  '123456-A_9.a~b',
  `123456-${'A'.repeat(12)}.${'-'.repeat(24)}`,
]
const wrongProviders = [
  '00114',
  '0011470',
  'A01147',
  '001147-AB',
  '001147-A~B',
  '001147-ABC.',
  '001147-ABC.xy',
  '001147.ABC',
  `123456-${'A'.repeat(13)}`,
  `123456-ABC.${'x'.repeat(25)}`,
]

type Cases = Readonly<Record<string, readonly (readonly Edit[])[]>>

function each(path: string, ...texts: readonly string[]): readonly (readonly Edit[])[] {
  return texts.map((value) => [set(path, value)])
}

const headCases: Cases = {
  'sch-mls-01': [[set('cbc:CustomizationID', 'urn:peppol:edec:mlr:1.0')], [drop('cbc:CustomizationID')]],
  'sch-mls-02': [[set('cbc:ProfileID', 'urn:peppol:edec:mlr')], [drop('cbc:ProfileID')]],
  'sch-mls-03': [[set('cbc:ID', ' ')], [drop('cbc:ID')]],
  'sch-mls-04': each('cbc:IssueDate', '2026-07-16Z', ' '),
  'sch-mls-05': [[drop('cbc:IssueTime')]],
  'sch-mls-06': each('cbc:IssueTime', '10:00:00', '10:00:00+4:00', '10:00:00Zx', '10:00:00 04:00'),
  'sch-mls-07': [[drop(sender)]],
  'sch-mls-08': [[set(sender, ' ')], [drop(sender)]],
  'sch-mls-09': each(sender, ...wrongProviders),
  'sch-mls-10': [[attribute(sender, 'schemeID')]],
  'sch-mls-11': [[attribute(sender, 'schemeID', '0235')], [attribute(sender, 'schemeID')]],
  'sch-mls-12': [[drop(receiver)]],
  'sch-mls-13': [[set(receiver, ' ')], [drop(receiver)]],
  'sch-mls-14': each(receiver, ...wrongProviders),
  'sch-mls-15': [[attribute(receiver, 'schemeID')]],
  'sch-mls-16': [[attribute(receiver, 'schemeID', '0235')], [attribute(receiver, 'schemeID')]],
  'sch-mls-17': [[drop(response)], [copy(response)]],
}

const verdictCases: Cases = {
  'sch-mls-18': [[drop(code)]],
  'sch-mls-19': each(code, 'OK', 'ap', 'AP AB', ' '),
  'sch-mls-20': [[drop(description)]],
  'sch-mls-21': [[set(description, ' ')]],
  'sch-mls-22': [[drop(`${response}/cac:DocumentReference`)], [copy(`${response}/cac:DocumentReference`)]],
  'sch-mls-23': [[drop(line(2)), drop(line(1))]],
  'sch-mls-24': [[set(firstReason, 'BW')], [drop(line(2)), drop(line(1))]],
  'sch-mls-25': ['AP', 'AB'].flatMap((verdict) =>
    ['BV', 'FD', 'SV'].map((reason) => [set(code, verdict), set(firstReason, reason)]),
  ),
  'sch-mls-26': [[set(`${response}/cac:DocumentReference/cbc:ID`, ' ')]],
  'sch-mls-27': [[set(`${line(1)}/cac:LineReference/cbc:LineID`, ' ')], [drop(`${line(1)}/cac:LineReference`)]],
  'sch-mls-28': [[drop(`${issue}/cbc:Description`)]],
  'sch-mls-29': [[set(`${issue}/cbc:Description`, ' ')]],
  'sch-mls-30': [[drop(`${issue}/cac:Status`)]],
  'sch-mls-31': [
    ...each(firstReason, 'XX', 'bv', 'BV BW', ' '),
    [drop(firstReason), put(`${issue}/cac:Status`, '<cbc:StatusReason>BV</cbc:StatusReason>')],
  ],
}

const lineResponse = (place: string, said: string, reason: string) => `<cac:LineResponse>
  <cac:LineReference><cbc:LineID>${place}</cbc:LineID></cac:LineReference>
  <cac:Response><cbc:Description>${said}</cbc:Description>
    <cac:Status><cbc:StatusReasonCode>${reason}</cbc:StatusReasonCode></cac:Status></cac:Response>
</cac:LineResponse>`

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const text = `<ApplicationResponse xmlns="${ubl}ApplicationResponse-2" xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2">
<cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID><cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID>
<cbc:ID>00000000-0000-4000-8000-000000000001</cbc:ID><cbc:IssueDate>2026-07-16</cbc:IssueDate><cbc:IssueTime>10:00:00Z</cbc:IssueTime>
<cac:SenderParty><cbc:EndpointID schemeID="0242">000006-TESTBED.3001</cbc:EndpointID></cac:SenderParty>
<cac:ReceiverParty><cbc:EndpointID schemeID="0242">001147</cbc:EndpointID></cac:ReceiverParty>
<cac:DocumentResponse>
  <cac:Response><cbc:ResponseCode>RE</cbc:ResponseCode><cbc:Description>A rule is broken.</cbc:Description></cac:Response>
  <cac:DocumentReference><cbc:ID>00000000-0000-4000-8000-000000000002</cbc:ID></cac:DocumentReference>
  ${lineResponse('/Invoice/cac:TaxTotal[1]', 'The total is wrong.', 'BV')}
  ${lineResponse('NA', 'This looks odd.', 'BW')}
</cac:DocumentResponse>
</ApplicationResponse>`

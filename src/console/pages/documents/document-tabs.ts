import { type Html, html } from '@selfbill/pint-ae/html'
import type {
  DocumentRevision,
  DocumentRevisionPage,
  ListedDocument,
  LogEntry,
  Snapshot,
} from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { aroundMember, indented } from '../../code/json-text.ts'
import { indentedXml } from '../../code/xml-text.ts'
import { given } from '../../parts/filters.ts'
import { cursorPager } from '../../parts/pager.ts'
import { table } from '../../parts/table.ts'
import { beginningOf } from './beginning.ts'
import { codeTab } from './code-tab.ts'
import { codeBytesMax, codeView } from './code-view.ts'
import { documentWords } from './document-words.ts'
import { legsOf } from './guidance.ts'
import { type AnswerHead, apiPathOf, type DocumentCall, pageOf, snapshotOf } from './shown-document.ts'
import { eventWords, logOf } from './timeline.ts'

/** The tabs beside the overview. Each is a link, and reads only what it shows. */
export const tabs = {
  log: { label: documentWords.tabLog, show: logTab },
  request: { label: documentWords.tabRequest, show: requestTab },
  answer: { label: documentWords.tabAnswer, show: answerTab },
  ubl: { label: documentWords.tabUbl, show: ublTab },
  tdd: { label: documentWords.tabTaxData, show: taxDataTab },
  mls: { label: documentWords.tabStatus, show: statusTab },
  revisions: { label: documentWords.tabRevisions, show: revisionsTab },
  attachments: { label: documentWords.tabAttachments, show: attachmentsTab },
  code: { label: documentWords.tabCode, show: codeTab },
} as const

export type Tab = keyof typeof tabs

export const tabNames: readonly Tab[] = Object.keys(tabs).filter(isTab)

function isTab(text: string): text is Tab {
  return Object.hasOwn(tabs, text)
}

export function tabOf(text: string | undefined, names: readonly Tab[]): Tab | undefined {
  return names.find((name) => name === text)
}

export function tabLinks(
  { say }: Pick<DocumentCall, 'say'>,
  document: ListedDocument,
  names: readonly Tab[],
  here: Tab | undefined,
): Html {
  const base = pageOf(document)
  const entries = names.map((name) => {
    const { label } = tabs[name]
    return html`<a href="${`${base}?tab=${name}`}" aria-current="${name === here && 'page'}">${say(label)}</a>`
  })
  return html`<nav class="tabs" aria-label="${say(documentWords.tabs)}">
<a href="${base}" aria-current="${here === undefined && 'page'}">${say(documentWords.tabOverview)}</a>${entries}</nav>`
}

type TabCall = DocumentCall<'cursor' | 'field'>

/** What the tabs show. */
export interface Shown {
  readonly document: ListedDocument
  head(): Promise<AnswerHead>
}

async function logTab(call: TabCall, { document }: Shown): Promise<Html> {
  const { say, format } = call
  const log = await logOf(call, document)
  const shown = log.slice(-rowsMax)
  const rows = table(
    say(documentWords.tabLog),
    [
      { title: say(documentWords.time), cell: ({ timestamp }) => format.second(timestamp) },
      { title: say(documentWords.event), isHead: true, cell: (entry) => eventOf(call, document, entry) },
      { title: say(documentWords.message), cell: ({ message }) => html`<bdi lang="en">${message}</bdi>` },
      { title: say(documentWords.transmission), cell: ({ sent_message_id: id }) => html`<code>${id ?? '–'}</code>` },
    ],
    shown,
  )
  return html`<div class="actions"><a class="button" href="${`${pageOf(document)}/log.json`}">\
${say(documentWords.download)}</a></div>
${
  shown.length < log.length &&
  html`<p class="notice warning">${say(documentWords.latestOf, { shown: shown.length, all: log.length })}</p>`
}
${shown.length === 0 ? html`<p class="hint">${say(documentWords.noLog)}</p>` : rows}`
}

/** The event in words, with its name for people who read the log by program. */
function eventOf(call: TabCall, document: ListedDocument, entry: LogEntry): Html {
  return html`${eventWords(call, document, entry)}<p class="hint"><code>${entry.event}</code></p>`
}

const rowsMax = 60

async function requestTab(call: TabCall, { document }: Shown): Promise<Html> {
  const { say, query } = call
  const file = `${pageOf(document)}/request.json`
  try {
    const path = `${apiPathOf(document)}/request`
    const isPart = query.field !== undefined
    const begun = await beginningOf(
      await call.api.open(path, { signal: call.gone }),
      isPart ? partBytesMax : codeBytesMax,
    )
    const part = query.field === undefined ? undefined : aroundMember(begun.text, query.field)
    return html`<p>${say(documentWords.requestAbout)}</p>
${
  part !== undefined &&
  part.path !== '' &&
  html`<h2 id="part"><code>${part.path}</code></h2>${codeView(call, { text: indented(part.text), isWhole: true })}`
}
${codeView(call, { ...begun, text: indented(begun.text.slice(0, codeBytesMax)) }, file)}`
  } catch (error) {
    if (!(error instanceof SelfbillError && error.status === 404)) throw error
    return html`<p>${say(documentWords.requestNotKept)}</p>`
  }
}

/** Lines far down in a longer request are only in the download. */
const partBytesMax = 2 * 1024 * 1024

async function answerTab(call: TabCall, { document }: Shown): Promise<Html> {
  const begun = await beginningOf(await call.api.open(apiPathOf(document), { signal: call.gone }), codeBytesMax)
  return codeView(call, { ...begun, text: indented(begun.text) }, `${pageOf(document)}/answer.json`)
}

async function ublTab(call: TabCall, { document }: Shown): Promise<Html> {
  const stream = await call.api.open(`${apiPathOf(document)}/xml`, { signal: call.gone })
  const begun = await beginningOf(stream, codeBytesMax)
  return codeView(call, { ...begun, text: indentedXml(begun.text) }, `${pageOf(document)}/xml`)
}

async function taxDataTab(call: TabCall, { document }: Shown): Promise<Html> {
  const snapshot = await snapshotOf(call, document)
  if (snapshot === undefined || snapshot === 'tooLong') return noSnapshot(call, document, snapshot)
  const text = Buffer.from(snapshot.toC5.documentXml, 'base64').toString().slice(0, codeBytesMax)
  return codeView(call, { text: indentedXml(text), isWhole: text.length < codeBytesMax })
}

async function statusTab(call: TabCall, { document }: Shown): Promise<Html> {
  const snapshot = await snapshotOf(call, document)
  if (snapshot === undefined || snapshot === 'tooLong') return noSnapshot(call, document, snapshot)
  const sides = { C3: snapshot.toC3, C5: snapshot.toC5 } as const
  const parts = legsOf(document).map(
    ({ corner, name }) => html`<section class="card"><h2>${call.say(name)} <bdi class="hint">${corner}</bdi></h2>
${legFacts(call, sides[corner])}</section>`,
  )
  return html`<p class="hint">${call.say(documentWords.statusXml)}</p><div class="pair">${parts}</div>`
}

function noSnapshot({ say }: TabCall, document: ListedDocument, snapshot: 'tooLong' | undefined): Html {
  if (snapshot === undefined) return html`<p>${say(documentWords.nothingSentYet)}</p>`
  return html`<p class="notice warning">${say(documentWords.tooLong)} <a href="${`${pageOf(document)}/evidence`}">\
${say(documentWords.evidence)}</a></p>`
}

function legFacts({ say, format }: TabCall, leg: Snapshot['toC3']): Html {
  const { mlsResponse: answer, transmissionResponse: sent } = leg
  const fact = (label: Html | string, value: Html | string | number | null | undefined) =>
    value !== null &&
    value !== undefined &&
    html`<div><dt>${label}</dt><dd>${typeof value === 'object' ? value : html`<bdi>${value}</bdi>`}</dd></div>`
  const issues = (answer?.issues ?? []).slice(0, issuesMax)
  const errors = (sent?.transmissionErrors ?? []).slice(0, issuesMax)
  return html`<dl class="facts">
${fact(say(documentWords.transmission), leg.transmissionUuid)}
${fact(say(documentWords.sender), leg.senderId)}
${fact(say(documentWords.receiver), leg.receiverId)}
${fact(say(documentWords.answerCode), answer && answerWords({ say }, answer.responseCode))}
${fact(say(documentWords.answerId), answer?.id)}
${fact(say(documentWords.answeredAt), answer && format.moment(answer.issuedAt))}
${fact(say(documentWords.reason), answer?.description)}
${fact(say(documentWords.messageId), sent?.messageId)}
</dl>
${
  issues.length > 0 &&
  html`<h3>${say(documentWords.issues)}</h3><ul class="findings-plain">${issues.map(
    (issue) => html`<li><code>${issue.statusReasonCode}</code> <bdi>${issue.description}</bdi>
<code>${issue.lineId}</code></li>`,
  )}</ul>`
}
${
  errors.length > 0 &&
  html`<h3>${say(documentWords.errors)}</h3><ul class="findings-plain">${errors.map(
    ({ code, description }) => html`<li>${code !== null && html`<code>${code}</code> `}<bdi>${description}</bdi></li>`,
  )}</ul>`
}`
}

/** AP and AB accept, RE rejects. */
function answerWords({ say }: Pick<TabCall, 'say'>, code: string): Html {
  const known = (['AP', 'AB', 'RE'] as const).find((one) => one === code)
  return html`${known !== undefined && `${say(documentWords[`answer${known}`])} `}<bdi dir="ltr">(${code})</bdi>`
}

const issuesMax = 20

async function revisionsTab(call: TabCall, { document }: Shown): Promise<Html> {
  const { say, format, query } = call
  const asked = new URLSearchParams({ limit: '5', ...given({ cursor: query.cursor }) })
  const path = `${apiPathOf(document)}/revisions?${asked}`
  const { bytes } = await call.api.send('GET', path)
  const { items, next }: DocumentRevisionPage = JSON.parse(Buffer.from(bytes).toString())
  const revisions = items.map((revision) => {
    const { changes, findings } = revision
    const shown = changes.slice(0, changesMax)
    const left = changes.length - shown.length + revision.changes_omitted
    const counts = (['cured', 'left', 'new'] as const).filter((kind) => findings[kind].length > 0)
    return html`<section class="card"><h2>${say(documentWords.revision, { number: revision.revision })}</h2>
<p class="hint">${format.moment(revision.created_at)}</p>
${counts.map(
  (kind) => html`<p>${say(documentWords[`${kind}Findings`], { count: findings[kind].length })} \
<bdi dir="ltr">${[...new Set(findings[kind].map(({ reasonCode }) => reasonCode))].slice(0, 10).join(', ')}</bdi></p>`,
)}
${shown.length > 0 && changeTable(call, shown)}
${left > 0 && html`<p class="hint">${say(documentWords.changesLeft, { count: left })}</p>`}</section>`
  })
  const isOnly = items.length === 1 && next === null && query.cursor === undefined
  const pages = cursorPager(call, { next, cursor: query.cursor })
  return html`${isOnly && html`<p>${say(documentWords.neverChanged)}</p>`}${revisions}${pages}`
}

const changesMax = 20

function changeTable({ say }: TabCall, changes: DocumentRevision['changes']): Html {
  const value = (of: unknown) =>
    of === undefined
      ? html`<span class="hint">${say(documentWords.absent)}</span>`
      : html`<bdi class="code">${shortText(of)}</bdi>`
  return table(
    say(documentWords.changes),
    [
      { title: say(documentWords.field), isHead: true, cell: ({ path }) => html`<code>${path}</code>` },
      { title: say(documentWords.before), cell: ({ from }) => value(from) },
      { title: say(documentWords.after), cell: ({ to }) => value(to) },
    ],
    changes,
  )
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}

async function attachmentsTab({ say }: TabCall, { document, head }: Shown): Promise<Html> {
  const { attachments } = await head()
  if (attachments.length === 0) return html`<p>${say(documentWords.noAttachments)}</p>`
  return table(
    say(documentWords.tabAttachments),
    [
      {
        title: say(documentWords.fileName),
        isHead: true,
        cell: ({ id, file_name: name }) =>
          html`<a href="${`${pageOf(document)}/attachments/${encodeURIComponent(id)}`}"><bdi>${name}</bdi></a>`,
      },
      { title: say(documentWords.fileType), cell: ({ file_type: type }) => html`<code>${type}</code>` },
    ],
    attachments.slice(0, rowsMax),
  )
}

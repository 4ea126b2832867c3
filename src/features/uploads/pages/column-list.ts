import { type Html, html } from '@selfbill/pint-ae/html'
import { words } from '../../../console/language/words.ts'
import { badge } from '../../../console/parts/badge.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { type Call, page } from '../../../console/route.ts'
import {
  type CodedColumns,
  codedColumns,
  type NamedColumn,
  namedColumns,
} from '../../../document-files/named-columns.ts'
import { uploadPath } from './upload-status.ts'

export const columnsPath = `${uploadPath}/columns`

/** Every name that a column of a file may have, in parts: all of them are too heavy for a page. */
export const showColumns = page({
  path: '/console/upload/columns',
  access: 'clerk',
  query: ['part'],
  show(call) {
    const { say, query } = call
    const part = parts.find((one) => one === query.part) ?? 'document'
    const title = say(columnWords.title)
    const tabs = parts.map((one) => {
      const address = `${columnsPath}?part=${one}`
      return html`<a href="${address}" aria-current="${one === part && 'page'}">${say(columnWords[one])}</a>`
    })
    const columns = namedColumns().filter(({ path }) => partOf(path) === part)
    const shown = part === 'codes' ? codeList(call) : list(call, columns)
    const back = html`<a class="button" href="${uploadPath}">${say(columnWords.back)}</a>`
    return {
      title,
      body: html`${pageHead(title, { about: say(columnWords.about), actions: [back] })}
<p>${say(columnWords.parties)}</p>
<nav class="tabs" aria-label="${say(columnWords.parts)}">${tabs}</nav>
${shown}`,
    }
  },
})

const parts = ['document', 'party', 'lines', 'more', 'codes'] as const

/** The columns of the customer have the names of those of the supplier. Undefined for them. */
function partOf(path: string): (typeof parts)[number] | undefined {
  if (path.startsWith('accounting_supplier_party.')) return 'party'
  if (path.startsWith('accounting_customer_party.')) return undefined
  if (path.startsWith('line.')) return 'lines'
  return /address\.|^(allowances|charges|payee_party|tax_representative_party)\b/.test(path) ? 'more' : 'document'
}

function list({ say, language }: Pick<Call, 'say' | 'language'>, columns: readonly NamedColumn[]): Html {
  const other = language === 'ar' ? 'en' : 'ar'
  const shown: readonly Column<NamedColumn>[] = [
    {
      title: say(columnWords.name),
      isHead: true,
      cell: (column) =>
        html`<bdi>${column[language]}</bdi> ${column.isInTemplate && badge('quiet', say(columnWords.inExample))}`,
    },
    { title: say(columnWords.otherLanguage), cell: (column) => html`<bdi lang="${other}">${column[other]}</bdi>` },
    { title: say(columnWords.also), cell: (column) => html`<bdi>${furtherIn(column, language)}</bdi>` },
    { title: say(columnWords.path), cell: ({ path }) => html`<code>${path}</code>` },
  ]
  return table(say(columnWords.title), shown, columns)
}

function codeList({ say, language }: Pick<Call, 'say' | 'language'>): Html {
  const shown: readonly Column<CodedColumns>[] = [
    {
      title: say(columnWords.name),
      isHead: true,
      cell: ({ columns }) => columns.map((column) => html`<div><bdi>${column[language]}</bdi></div>`),
    },
    {
      title: say(columnWords.goesIn),
      cell: ({ codes }) =>
        codes.map(({ code, meaning }) => html`<div><code>${code}</code> <bdi>${meaning[language]}</bdi></div>`),
    },
  ]
  return html`<p>${say(columnWords.codesAbout)}</p>
${table(say(columnWords.codes), shown, codedColumns())}`
}

function furtherIn(column: NamedColumn, language: 'en' | 'ar'): string {
  const names = column.further.map((name) => name[language]).filter((name) => name !== column[language])
  return [...new Set(names)].join(language === 'ar' ? '، ' : ', ')
}

export const columnWords = words('columns', {
  title: { en: 'Names of columns', ar: 'أسماء الأعمدة' },
  about: {
    en: 'What the first row of an Excel or CSV file may say. Case and blanks make no difference.',
    ar: 'ما يمكن أن يذكره الصف الأول من ملف إكسل أو CSV. لا تهم حالة الأحرف ولا المسافات.',
  },
  parties: {
    en: 'A file may mix both languages and paths. “TRN” alone is that of the supplier, in a sale that of the customer.',
    ar: 'يمكن الجمع بين أسماء اللغتين والمسارات. «رقم التسجيل الضريبي» وحده هو للمورّد، وفي المبيعات للعميل.',
  },
  parts: { en: 'Parts of a document', ar: 'أجزاء المستند' },
  document: { en: 'Document', ar: 'المستند' },
  party: { en: 'Supplier or customer', ar: 'المورّد أو العميل' },
  lines: { en: 'Lines', ar: 'البنود' },
  more: { en: 'Addresses and amounts', ar: 'العناوين والمبالغ' },
  codes: { en: 'What goes in', ar: 'ما يُكتب فيها' },
  codesAbout: {
    en: 'A cell of these columns has a code or its words, in either language; that of a unit has the code.',
    ar: 'تحتوي خلية هذه الأعمدة على رمز أو كلماته بأي من اللغتين؛ وخلية الوحدة على الرمز وحده.',
  },
  goesIn: { en: 'Code', ar: 'الرمز' },
  name: { en: 'Column', ar: 'العمود' },
  otherLanguage: { en: 'In Arabic', ar: 'بالإنجليزية' },
  also: { en: 'Also', ar: 'أيضًا' },
  path: { en: 'Path', ar: 'المسار' },
  inExample: { en: 'in the example', ar: 'في المثال' },
  back: { en: 'Upload a file', ar: 'رفع ملف' },
})

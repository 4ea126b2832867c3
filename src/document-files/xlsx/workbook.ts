import { listed, message } from '@selfbill/pint-ae/messages'
import { visible } from '../csv-cells.ts'
import { FileUnreadable } from '../problem.ts'
import { type CellFormats, cellFormatsIn } from './cell-formats.ts'
import type { WorkbookParts } from './workbook-parts.ts'
import { readXmlEvents } from './xml-events.ts'

/** What is needed to read the only visible sheet of a workbook. */
export interface Workbook {
  /** Its path in the file. */
  readonly sheet: string
  readonly sharedTexts: readonly string[]
  readonly formats: CellFormats
  /** Days are counted from 1904: old files of Excel on a Mac. */
  readonly isFrom1904: boolean
}

/**
 * Finds the visible sheet. Throws `FileUnreadable` for macros, and for several visible sheets:
 * nobody knows which one is meant. Source: ECMA-376, part 1 (18.2) and part 2 (9).
 */
export async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  if (parts.has('xl/vbaProject.bin')) throw new FileUnreadable(message('sheet_macros'))
  const [{ target: path } = broken()] = await relationsOf(parts, '', 'officeDocument')
  const { sheets, isFrom1904 } = sheetsIn(await parts.text(path))
  const relations = await relationsOf(parts, path)
  const targetOf = (kind: string) => relations.find((one) => one.kind === kind)?.target
  const visibleSheets = sheets.flatMap(({ name, isVisible, id }) => {
    const sheet = relations.find((one) => one.id === id && one.kind === 'worksheet')
    return isVisible && sheet !== undefined ? [{ name, path: sheet.target }] : []
  })
  const [sheet] = visibleSheets
  if (sheet === undefined) throw new FileUnreadable(message('sheet_none'))
  if (visibleSheets.length > 1) {
    const names = listed(
      visibleSheets.slice(0, namesMax).map(({ name }) => visible(name)),
      'commas',
    )
    throw new FileUnreadable(message('sheet_several', { sheets: names }))
  }
  const [texts, styles] = [targetOf('sharedStrings'), targetOf('styles')]
  return {
    sheet: sheet.path,
    sharedTexts: texts === undefined ? [] : sharedTextsIn(await parts.text(texts)),
    formats: styles === undefined ? [] : cellFormatsIn(await parts.text(styles)),
    isFrom1904,
  }
}

interface Relation {
  readonly id: string
  /** The last step of its type. */
  readonly kind: string
  /** A path in the file. */
  readonly target: string
}

/** What a part of the file refers to; the file itself for ''. */
async function relationsOf(parts: WorkbookParts, path: string, kind?: string): Promise<readonly Relation[]> {
  const at = path.lastIndexOf('/') + 1
  const folder = path.slice(0, at)
  const found: Relation[] = []
  const file = `${folder}_rels/${path.slice(at)}.rels`
  readXmlEvents(await parts.text(file), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      const [id = '', type = '', target = ''] = [attribute('Id'), attribute('Type'), attribute('Target')]
      const relation = { id, kind: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) }
      if (kind === undefined || relation.kind === kind) found.push(relation)
    },
  })
  return found
}

/** `../xl/styles.xml`, or `/xl/styles.xml` from the root. */
function resolved(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1)
}

function sheetsIn(xml: string) {
  const sheets: { name: string; isVisible: boolean; id: string }[] = []
  let isFrom1904 = false
  readXmlEvents(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const isVisible = (attribute('state') ?? 'visible') === 'visible'
      sheets.push({ name: attribute('name') ?? '', isVisible, id: attribute('id') ?? '' })
    },
  })
  return { sheets, isFrom1904 }
}

/** The texts of cells, each once. Rich text has several runs; reading aids (rPh) are not shown. */
function sharedTextsIn(xml: string): readonly string[] {
  const texts: string[] = []
  let [text, isText, isAid] = ['', false, false]
  readXmlEvents(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isAid = true
      isText = name === 't' && !isAid
    },
    close(name) {
      if (name === 'si') texts.push(unescaped(text))
      if (name === 'rPh') isAid = false
      isText = false
    },
    text(piece) {
      if (isText) text += piece
    },
  })
  return texts
}

/** `_x000D_` is a character that XML cannot hold. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

function broken(): never {
  throw new FileUnreadable(message('sheet_broken'))
}

const namesMax = 20

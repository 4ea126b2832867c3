import type { Block, Cell, Column, Fact, Label, Page, PartyBlock, Piece, Sum } from './page.ts'

/**
 * The page in English and in Arabic as one: our words in both languages side by side, and what the
 * caller wrote once. Throws if the two pages differ in more than their words.
 */
export function bilingualPage(english: Page, arabic: Page): Page {
  return {
    ...english,
    isBilingual: true,
    title: `${english.title} · ${arabic.title}`,
    kind: both(english.kind, arabic.kind),
    status: {
      ...english.status,
      text: both(english.status.text, arabic.status.text),
      details: pairs(english.status.details, arabic.status.details).map(([en, ar]) => both(en, ar)),
    },
    blocks: pairs(english.blocks, arabic.blocks).map(([en, ar]) => bothBlocks(en, ar)),
    foot: both(english.foot, arabic.foot),
  }
}

function bothBlocks(en: Block, ar: Block): Block {
  if (en.kind === 'facts' && ar.kind === 'facts')
    return { ...en, title: bothTitles(en.title, ar.title), facts: bothFacts(en.facts, ar.facts) }
  if (en.kind === 'parties' && ar.kind === 'parties')
    return { ...en, parties: pairs(en.parties, ar.parties).map(([one, other]) => bothParties(one, other)) }
  if (en.kind === 'table' && ar.kind === 'table')
    return {
      ...en,
      title: both(en.title, ar.title),
      columns: pairs(en.columns, ar.columns).map(
        ([one, other]): Column => ({ ...one, title: both(one.title, other.title) }),
      ),
      rows: pairs(en.rows, ar.rows).map(([one, other]) => pairs(one, other).map(([a, b]) => bothCells(a, b))),
    }
  if (en.kind === 'sums' && ar.kind === 'sums')
    return {
      ...en,
      title: both(en.title, ar.title),
      sums: pairs(en.sums, ar.sums).map(([one, other]): Sum => ({ ...one, label: both(one.label, other.label) })),
    }
  if (en.kind === 'text' && ar.kind === 'text')
    return {
      ...en,
      title: bothTitles(en.title, ar.title),
      ...(en.text !== ar.text && { arabic: ar.text }),
    }
  throw new Error(`the English page has ${en.kind} where the Arabic one has ${ar.kind}`)
}

function bothFacts(english: readonly Fact[], arabic: readonly Fact[]): readonly Fact[] {
  return pairs(english, arabic).map(([en, ar]) => ({
    label: both(en.label, ar.label),
    value: en.value,
    ...(textOf(en.value) !== textOf(ar.value) && { arabic: ar.value }),
  }))
}

/** An Arabic page may begin with another name: each stands once. */
function bothParties(en: PartyBlock, ar: PartyBlock): PartyBlock {
  const said = new Set([en.name, ...en.lines.map(textOf)])
  const others = [{ words: ar.name }, ...ar.lines].filter((line) => !said.has(textOf(line)))
  return {
    role: both(en.role, ar.role),
    name: en.name,
    lines: [...en.lines, ...others],
    facts: bothFacts(en.facts, ar.facts),
  }
}

/** Arabic words of ours stand below the English ones. */
function bothCells(en: Cell, ar: Cell): Cell {
  const [main = en.main, ...below] = pairs([en.main, ...en.below], [ar.main, ...ar.below]).flatMap(([one, other]) =>
    textOf(one) === textOf(other) ? [one] : [one, other],
  )
  return { main, below }
}

function bothTitles(en: Label | null, ar: Label | null): Label | null {
  return en === null || ar === null ? null : both(en, ar)
}

function both(en: Label, ar: Label): Label {
  if (typeof en !== 'string' || typeof ar !== 'string') throw new Error('a bilingual page is not made of others')
  return en === ar ? en : { en, ar }
}

function pairs<Item>(english: readonly Item[], arabic: readonly Item[]): readonly (readonly [Item, Item])[] {
  if (english.length !== arabic.length)
    throw new Error(`the English page has ${english.length} items where the Arabic one has ${arabic.length}`)
  return english.flatMap((item, at) => {
    const other = arabic[at]
    return other === undefined ? [] : [[item, other] as const]
  })
}

function textOf(piece: Piece): string {
  return 'figure' in piece ? piece.figure : piece.words
}

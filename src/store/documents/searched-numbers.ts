import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, text, word } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'

// Numbers never change and their sequence has no gap, so a block is written once. A search reads
// the blocks as plain text: a million numbers are some 16 MB. Source: docs/decisions/0163.

export const blockSize = 1_000

/** Writes the blocks that are full. Any number of instances may do it, and stop at any moment. */
export async function fillSearchedNumbers(db: Database, isOver: () => boolean): Promise<void> {
  const rows = await db.query(
    acrossOrganisations(
      'numbers without a block',
      sql(
        `select s.org_id, s.family, s.last, coalesce(max(b.block), -1) as newest
         from sequences s left join searched_numbers b on b.org_id = s.org_id and b.family = s.family
         group by s.org_id, s.family, s.last having s.last >= (coalesce(max(b.block), -1) + 2) * ${blockSize}
         order by s.org_id, s.family`,
      ),
    ),
  )
  for (const row of rows) {
    const of = { orgId: text(row, 'org_id'), family: word(row, 'family', families) }
    const full = Math.floor(integer(row, 'last') / blockSize)
    for (let block = integer(row, 'newest') + 1; block < full && !isOver(); block += 1) await fillBlock(db, of, block)
  }
}

interface FamilyOf {
  readonly orgId: string
  readonly family: Family
}

async function fillBlock(db: Database, { orgId, family }: FamilyOf, block: number): Promise<void> {
  const rows = await db.query(
    sql(
      `select document_number from documents
       where org_id = $1 and family = $2 and sequence > $3 and sequence <= $4 order by sequence`,
      orgId,
      family,
      block * blockSize,
      (block + 1) * blockSize,
    ),
  )
  if (rows.length !== blockSize) throw new Error(`block ${block} of ${family} has ${rows.length} documents`)
  const numbers = rows.map((row) => text(row, 'document_number').toLowerCase()).join('\n')
  await db.query(
    sql(
      'insert into searched_numbers (org_id, family, block, numbers) values ($1, $2, $3, $4) on conflict do nothing',
      orgId,
      family,
      block,
      numbers,
    ),
  )
}

/** The full blocks in which a number contains the text; the newest first. */
export function blocksWith({ orgId, family }: FamilyOf, pattern: string): Statement {
  return {
    ...sql(
      `select block, numbers from searched_numbers
       where org_id = $1 and family = $2 and numbers like $3 escape '\\' order by block desc limit ${blocksMax}`,
      orgId,
      family,
      pattern,
    ),
    isLong: true,
  }
}

/** A text that is in more blocks is in many numbers. */
export const blocksMax = 250

/** The documents behind the full blocks whose number contains the text. */
export function newestWith({ orgId, family }: FamilyOf, pattern: string): Statement {
  return {
    ...sql(
      `select sequence from (select sequence, document_number from documents
         where org_id = $1 and family = $2 and sequence > ${endOfBlocks}
         order by sequence desc limit ${newestMax}) newest
       where lower(document_number) like $3 escape '\\'`,
      orgId,
      family,
      pattern,
    ),
    isLong: true,
  }
}

/** Documents between the full blocks and those that a search looks at one by one: a row or none. */
export function notInBlocks({ orgId, family }: FamilyOf): Statement {
  return sql(
    `select last from sequences where org_id = $1 and family = $2 and last > ${endOfBlocks} + ${newestMax}`,
    orgId,
    family,
  )
}

const newestMax = 20_000

const endOfBlocks = `(select (coalesce(max(block), -1) + 1) * ${blockSize} from searched_numbers
  where org_id = $1 and family = $2)`

/** The sequences of the numbers of a block that contain the text. */
export function sequencesIn(block: number, numbers: string, contained: string): readonly number[] {
  return numbers.split('\n').flatMap((number, at) => (number.includes(contained) ? [block * blockSize + at + 1] : []))
}

import { createHash } from 'node:crypto'
import { linkOf } from '../evidence/chain.ts'
import { allOrganisations } from '../store/accounts/organisations.ts'
import type { StoredText } from '../store/database/stored-text.ts'
import { TextDamaged } from '../store/database/text-parts.ts'
import { type CheckedLink, linksAfter } from '../store/documents/chain.ts'
import type { Store } from '../store/store.ts'

/**
 * Checks the chains of all organisations: every link must follow from its document and from the
 * link before it, and none may be missing. Of a document whose content was removed after its
 * retention only the link is left to check. Returns the number of links, how many of them are of
 * such documents, and at most a hundred problems.
 */
export async function checkChain(
  store: Store,
): Promise<{ readonly links: number; readonly removed: number; readonly problems: readonly string[] }> {
  const problems: string[] = []
  let links = 0
  let removed = 0
  for (const { id: orgId } of await allOrganisations(store.database)) {
    let last: CheckedLink | undefined
    for (;;) {
      const { family, sequence } = last ?? { family: '', sequence: 0 }
      const batch = await linksAfter(store.database, { orgId, family, sequence }, batchMax)
      for (const link of batch) {
        const problem = await problemOf(link, last)
        removed += Number(link.isRemoved)
        if (problem !== undefined && problems.length < problemsMax) problems.push(problem)
        last = link
      }
      links += batch.length
      if (batch.length === 0) break
    }
  }
  return { links, removed, problems }
}

async function problemOf(link: CheckedLink, last: CheckedLink | undefined): Promise<string | undefined> {
  const name = `${link.family} ${link.sequence} (${link.documentId}) of organisation ${link.orgId}`
  if (link.isRemoved) return placeProblem(link, last, name)
  if ((await sha256(link.request)) !== link.requestSha256) return `${name}: the request is not the one that was stored`
  if ((await sha256(link.answer)) !== link.answerSha256) return `${name}: the answer is not the one that was stored`
  if ((await sha256(link.ubl)) !== link.ublSha256) return `${name}: the UBL is not the one that was stored`
  return placeProblem(link, last, name)
}

/** Whether a link follows from its parts and from the link before it. That needs no texts. */
function placeProblem(link: CheckedLink, last: CheckedLink | undefined, name: string): string | undefined {
  if (linkOf(link) !== link.link) return `${name}: the link does not follow from its parts`
  const isFirst = last === undefined || last.family !== link.family
  if (isFirst) return link.previous === '' ? undefined : `${name}: the link before it is missing`
  const isNext = link.previous === last.link && link.sequence === last.sequence + 1
  return isNext ? undefined : `${name}: it does not follow the link before it`
}

/** Undefined when parts of the text are missing or damaged. */
async function sha256(text: StoredText): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const part of text.parts()) hash.update(part)
  } catch (error) {
    if (error instanceof TextDamaged) return undefined
    throw error
  }
  return hash.digest('hex')
}

const batchMax = 200
const problemsMax = 100

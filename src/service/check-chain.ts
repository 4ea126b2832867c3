import { linkOf, sha256 } from '../evidence/chain.ts'
import { type ChainPlace, type CheckedLink, linksAfter } from '../store/documents/chain.ts'
import type { Store } from '../store/store.ts'

/**
 * Walks the chains of all organisations: every link follows from what the document holds today and from the link before it, and none
 * is missing between. Answers how many there are, and what is wrong, at most a hundred lines.
 */
export async function checkChain(
  store: Store,
): Promise<{ readonly links: number; readonly problems: readonly string[] }> {
  const problems: string[] = []
  let links = 0
  let last: CheckedLink | undefined
  let place: ChainPlace = { orgId: '', family: '', sequence: 0 }
  for (;;) {
    const batch = await linksAfter(store.database, place, batchMax)
    for (const link of batch) {
      const problem = problemOf(link, last)
      if (problem !== undefined && problems.length < problemsMax) problems.push(problem)
      last = link
    }
    links += batch.length
    const end = batch.at(-1)
    if (end === undefined) return { links, problems }
    place = end
  }
}

function problemOf(link: CheckedLink, last: CheckedLink | undefined): string | undefined {
  const name = `${link.family} ${link.sequence} (${link.documentId}) of organisation ${link.orgId}`
  if (sha256(link.request) !== link.requestSha256) return `${name}: the request is not the one that was stored`
  if (sha256(link.answer) !== link.answerSha256) return `${name}: the answer is not the one that was stored`
  if (sha256(link.ubl) !== link.ublSha256) return `${name}: the UBL is not the one that was stored`
  if (linkOf(link) !== link.link) return `${name}: the link does not follow from its parts`
  const isFirst = last === undefined || last.orgId !== link.orgId || last.family !== link.family
  if (isFirst) return link.previous === '' ? undefined : `${name}: the link before it is missing`
  const isNext = link.previous === last.link && link.sequence === last.sequence + 1
  return isNext ? undefined : `${name}: it does not follow the link before it`
}

const batchMax = 200
const problemsMax = 100

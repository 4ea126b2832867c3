import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../../api/answer/content-disposition.ts'
import type { Chrome } from '../layout/chrome.ts'
import { layout } from '../layout/layout.ts'
import type { Reply, Visit } from '../route.ts'
import { cookieHeader, type SetCookie } from './cookies.ts'
import { keptNotice, noNotice, noticeCookie, shown } from './notice.ts'

/**
 * Sends what a page answers: the page in its layout, a redirect, or content as it is. `keep` counts
 * the memory of the answer until it is read; absent: too little to count.
 */
export async function sendReply(
  reply: FastifyReply,
  visit: Visit,
  answer: Reply,
  chrome: Chrome,
  keep?: (bytes: number) => Promise<void>,
): Promise<FastifyReply> {
  const setCookies = (cookies: readonly SetCookie[]) => {
    for (const cookie of cookies) reply.header('set-cookie', cookieHeader(cookie, visit.browser.isHttps))
  }
  setCookies(answer.cookies ?? [])
  if ('redirect' in answer) {
    if (answer.notice !== undefined) setCookies([noticeCookie(answer.notice)])
    // htmx would put the other page into this one; this header makes the browser go there.
    if (reply.request.headers['hx-request'] === 'true') return reply.header('hx-redirect', answer.redirect).send('')
    return reply.redirect(answer.redirect, 303)
  }
  if ('content' in answer) {
    reply.headers(answer.headers ?? {}).type(answer.type)
    if (answer.filename !== undefined)
      reply.header('content-disposition', contentDisposition('attachment', answer.filename))
    const { content } = answer
    const isWhole = typeof content === 'string' || content instanceof Uint8Array
    if (isWhole) await keep?.(content.length)
    return reply.send(isWhole ? content : Readable.from(content))
  }
  const kept = keptNotice((name) => visit.browser.cookie(name), visit.language)
  if (kept !== undefined) setCookies([noNotice])
  const own = answer.notice && shown(answer.notice, visit.language)
  const notices = [kept, own].filter((notice) => notice !== undefined)
  // The framework would close the connection while the browser is still sending.
  if (answer.status === 413) reply.removeHeader('connection')
  reply.code(answer.status ?? 200).header('content-language', visit.language)
  const page = String(await layout(visit, answer, notices, chrome))
  await keep?.(page.length)
  return reply.type('text/html; charset=utf-8').send(page)
}

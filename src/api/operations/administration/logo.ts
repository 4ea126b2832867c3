import { answerObject, fileContent, instant, instantAt, namedObject, oneOf, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { pictureSize, sideMax } from '../../../render/logo-picture.ts'
import { findLogo, type Logo, logoTypes, removeLogo, setLogo } from '../../../store/accounts/logos.ts'
import { noContent, ok } from '../../answer/answers.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { operation, operationWith } from '../../operation.ts'
import type { Basics, Printing } from '../../parts.ts'
import { logoOnPage, pageAsPdf } from '../documents/printed-document.ts'

// The logo on the printed page: sent once, checked, stored here, and never fetched from anywhere.

const LogoRequest = namedObject('LogoRequest', {
  file_type: oneOf([...logoTypes]),
  file_content: fileContent(),
})

const AnsweredLogo = answerObject('OrganisationLogo', {
  file_type: Type.String(),
  file_content: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  updated_at: instant(),
})

function answeredLogo({ type, content, width, height, changedAt }: Logo) {
  return {
    file_type: type,
    file_content: Buffer.from(content).toString('base64'),
    width,
    height,
    updated_at: instantAt(changedAt),
  }
}

const retrieveLogo = operation({
  id: 'retrieveLogo',
  method: 'GET',
  path: '/api/organisation/logo',
  summary: 'Retrieve the logo of your organisation',
  access: { kind: 'scopes', scopes: ['documents:read', 'admin'] },
  answers: { 200: { description: 'The logo', type: 'application/json', schema: AnsweredLogo } },
  faults: ['logo_not_found'],
  async handle({ account, parts }) {
    const logo = await findLogo(parts.store.database, account.orgId)
    if (logo === undefined) throw new Fault('logo_not_found')
    return ok(answeredLogo(logo))
  },
})

/** Replaces the logo. What cannot be printed is refused here, not when a page is needed. */
const replaceLogo = operationWith<Basics & Printing>()({
  id: 'replaceLogo',
  method: 'PUT',
  path: '/api/organisation/logo',
  summary: 'Set the logo on the printed page of your documents',
  description:
    'A PNG or JPEG file (no SVG) of at most 256 kB and 2,000 pixels on a side, in grey or RGB. Nothing is ever ' +
    'fetched for a page.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'organisation', detail: ['file_type'] },
  body: { kind: 'json', schema: LogoRequest, bytesMax: 384 * 1024, example: exampleLogo() },
  answers: { 200: { description: 'The logo', type: 'application/json', schema: AnsweredLogo } },
  faults: ['document_invalid', 'prints_exceeded', 'print_too_long', 'unavailable'],
  async handle({ account, body, keep, parts }) {
    const { file_type: type, file_content: sent } = body.read()
    const content = Buffer.from(sent, 'base64')
    const refuse = (reason: Parameters<typeof oneFieldFault>[2]) =>
      oneFieldFault('document_invalid', 'file_content', reason)
    if (content.length > bytesMax) throw refuse(message('logo_too_large', { max: bytesMax }))
    const size = pictureSize(type, content)
    if (size === undefined) throw refuse(message('logo_unreadable', { type }))
    if (size.width > sideMax || size.height > sideMax) throw refuse(message('logo_too_many_pixels', { max: sideMax }))
    const logo: Logo = { type, content, ...size, changedAt: parts.now() }
    if (parts.printer.printsPdf && !(await isPrintable(logo, parts, account.orgId)))
      throw refuse(message('logo_unreadable', { type }))
    const answer = ok(answeredLogo(logo))
    await setLogo(parts.store.database, account.orgId, logo, keep(answer))
    return answer
  },
})

const bytesMax = 256 * 1024

/** The typesetter decodes the whole picture, which the check of its parts does not. */
async function isPrintable(logo: Logo, parts: Printing, orgId: string): Promise<boolean> {
  const status = { text: '', mood: 'good', details: [] } as const
  const rest = { title: 'Logo', kind: '', number: '', status, mark: null, blocks: [], foot: '' }
  const page = { language: 'en', isBilingual: false, logo: logoOnPage(logo), ...rest } as const
  try {
    return (await pageAsPdf(parts, page, orgId)).length > 0
  } catch (error) {
    if (error instanceof Error && error.name === 'LayoutFailed') return false
    throw error
  }
}

const deleteLogo = operation({
  id: 'removeLogo',
  method: 'DELETE',
  path: '/api/organisation/logo',
  summary: 'Remove the logo of your organisation',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'organisation' },
  answers: { 204: { description: 'Removed' } },
  faults: ['logo_not_found'],
  async handle({ account, keep, parts }) {
    if (!(await removeLogo(parts.store.database, account.orgId, keep(noContent)))) throw new Fault('logo_not_found')
    return noContent
  },
})

/** A red square. */
function exampleLogo() {
  const square = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPYrCaHFTEMLQkARnA9wT0fC4MAAAAASUVORK5CYII='
  return { file_type: 'image/png', file_content: square }
}

export const logoOperations = [retrieveLogo, replaceLogo, deleteLogo]

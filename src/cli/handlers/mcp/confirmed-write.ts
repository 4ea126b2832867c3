import { type Family, Type } from '@selfbill/pint-ae/document'
import { SelfbillError } from '../../../../client/src/errors.ts'
import type { TransportAnswer } from '../../../../client/src/transport.ts'
import { type Answer, answer } from './answer.ts'
import { idempotencyKey, type PlannedWrite } from './confirmations.ts'
import { type AnsweredDocument, DocumentSummary, exactJson, summaryLines, summaryOf } from './document-answer.ts'
import { DryRunContent, dryRunLines, readDryRun } from './dry-run-answer.ts'
import { CallRefused } from './failure.ts'
import { documentLinks, Links } from './links.ts'
import type { ToolParts } from './tool.ts'

/** The schema of the input of a write. */
export const ConfirmationInput = Type.Optional(
  Type.String({
    description:
      'Leave it out first: you get a dry run and a confirmation_code. Send that code once the person has agreed, ' +
      'with everything else unchanged',
  }),
)

/** The schema of both answers of a write. */
export const WriteContent = Type.Object({
  issued: Type.Boolean({ description: 'false: this was the dry run' }),
  dry_run: Type.Optional(DryRunContent),
  confirmation_code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  issued_before: Type.Optional(
    Type.Boolean({ description: 'true: the same document was issued within the last 24 hours; this is it' }),
  ),
  id: Type.Optional(Type.String()),
  document: Type.Optional(DocumentSummary),
  links: Type.Optional(Links),
})

/** Without a code a dry run with one; with the code of this exact document the write. */
export async function writeOnceConfirmed(
  write: PlannedWrite,
  {
    family,
    code,
    signal,
  }: { readonly family: Family; readonly code: string | undefined; readonly signal: AbortSignal },
  parts: ToolParts,
): Promise<Answer> {
  if (code === undefined) return offer(write, family, parts, signal)
  const state = parts.confirmations.check(code, write)
  if (state === 'expired')
    throw new CallRefused('confirmation_expired', 'The code has expired. Call again without it and show the dry run.')
  if (state === 'of_another_document')
    throw new CallRefused(
      'confirmation_of_another_document',
      'The code is not of this document. Call again without it and show the dry run of the changed document.',
    )
  return issue(write, family, parts)
}

async function offer(write: PlannedWrite, family: Family, parts: ToolParts, signal: AbortSignal): Promise<Answer> {
  const found = await readDryRun(write, family, parts, signal)
  const isSound = found.content.document.findings.every(({ flag }) => flag !== 'fatal')
  const code = isSound ? parts.confirmations.codeFor(write) : null
  return answer({ issued: false, dry_run: found.content, confirmation_code: code }, (mark) => [
    ...dryRunLines(found, mark),
    code === null
      ? 'A fatal rule failed, so this cannot be issued here. Repair it and call again.'
      : `To issue exactly this, call again with confirmation_code ${code} within 15 minutes.`,
  ])
}

async function issue(write: PlannedWrite, family: Family, parts: ToolParts): Promise<Answer> {
  const sent = await send(write, parts)
  const document = exactJson(sent) as AnsweredDocument
  const isReplayed = sent.headers.get('idempotency-replayed') === 'true'
  const content = {
    issued: true,
    issued_before: isReplayed,
    id: document.id,
    document: await summaryOf(document, family, parts),
    links: documentLinks(parts.address, family, document.id),
  }
  return answer(content, (mark) => [
    isReplayed ? `Issued before, not again: ${document.id}` : `Issued: ${document.id}`,
    `Status: ${content.document.status ?? 'none, it is not sent'}`,
    ...summaryLines(document, content.document, mark),
    content.links.page,
  ])
}

/**
 * A stored refusal means that nothing was issued under its key: the next key asks again. The write
 * is not aborted with the call, so that its outcome is known.
 */
async function send({ path, body }: PlannedWrite, { client }: ToolParts): Promise<TransportAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.send('POST', path, {
        text: { content: body, type: 'application/json' },
        idempotencyKey: idempotencyKey({ path, body }, attempt),
      })
    } catch (error) {
      const isStored = error instanceof SelfbillError && error.headers.get('idempotency-replayed') === 'true'
      if (!isStored || attempt === attemptsMax) throw error
    }
  }
}

const attemptsMax = 20

import { type Family, Type } from '@selfbill/pint-ae/document'
import type { DocumentWarning } from '../../../../client/src/api-types.ts'
import type { PlannedWrite } from './confirmations.ts'
import { type AnsweredDocument, DocumentSummary, exactJson, summaryLines, summaryOf } from './document-answer.ts'
import { wordsOf } from './failure.ts'
import { type LineMarks, MaybeForeign } from './foreign-text.ts'
import type { ToolParts } from './tool.ts'

/** The schema of a dry run in an answer. */
export const DryRunContent = Type.Object({
  document: DocumentSummary,
  warnings: Type.Array(
    Type.Object({ id: Type.Unknown(), field: Type.Unknown(), message: MaybeForeign, values: Type.Unknown() }),
    { description: 'What looks unlikely. Nothing is refused for it' },
  ),
})

/** Lets the service compute and judge what the write would store. */
export async function readDryRun(
  { path, body }: PlannedWrite,
  family: Family,
  parts: ToolParts,
  signal: AbortSignal,
): Promise<FoundDryRun> {
  const text = { content: body, type: 'application/json' }
  const answered = await parts.client.send('POST', `${path}?dry_run=true`, { text, signal })
  const { document, warnings } = exactJson(answered) as {
    readonly document: AnsweredDocument
    readonly warnings: readonly DocumentWarning[]
  }
  const content = {
    document: await summaryOf(document, family, parts),
    warnings: warnings.map(({ id, field, text: message, values }) => ({
      field,
      ...wordsOf(message, { id, values }),
    })),
  }
  return { document, content }
}

export interface FoundDryRun {
  readonly document: AnsweredDocument
  readonly content: {
    readonly document: Awaited<ReturnType<typeof summaryOf>>
    readonly warnings: readonly ({ readonly field: string | null } & ReturnType<typeof wordsOf>)[]
  }
}

export function dryRunLines({ document, content }: FoundDryRun, mark: LineMarks['mark']): readonly string[] {
  return [
    'Dry run: nothing was stored or sent.',
    ...summaryLines(document, content.document, mark),
    ...content.warnings.map(({ id, field, message }) => `warning ${id} ${field ?? ''}: ${mark(message)}`),
  ]
}

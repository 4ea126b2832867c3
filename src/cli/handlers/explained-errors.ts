import { type FaultRow, type MessageId, type MessageRow, messages, type Texts } from '@selfbill/pint-ae/messages'
import advice from '../../api/error-advice.json' with { type: 'json' }

/** An id of `error_codes`, in words: for `selfbill explain` and the tool of an assistant. */
export interface ExplainedError {
  readonly id: string
  /** Null for a message that stands in an answer of another status. */
  readonly status: number | null
  readonly message: Texts
  /** The names of its values. */
  readonly values: readonly string[]
  readonly what_to_do: string
}

/** Undefined if no message has this id. */
export function errorNamed(asked: string): ExplainedError | undefined {
  const id = asked.toLowerCase()
  if (!isMessageId(id)) return undefined
  const row: Row = messages[id]
  const said = Array.from(row.en.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return {
    id,
    status: row.status ?? null,
    message: { en: row.en, ar: row.ar.replaceAll('`', '') },
    values: [...new Set([...said, ...(row.unsaid ?? [])])],
    what_to_do: advice[id],
  }
}

type Row = MessageRow & Partial<Pick<FaultRow, 'status'>>

function isMessageId(id: string): id is MessageId {
  return Object.hasOwn(messages, id)
}

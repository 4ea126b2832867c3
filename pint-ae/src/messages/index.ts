// An entry for the service alone: every message of the API and of findings, in English and Arabic.

export { codeOf, type MessageCode } from './code-of.ts'
export {
  type List,
  listed,
  type Message,
  type MessageId,
  message,
  type PlainId,
  type Value,
  type Values,
  type ValuesOf,
  withCommas,
} from './message.ts'
export { messages } from './messages.ts'
export { faultMessages } from './table/faults.ts'
export { byField, inArabic, inEnglish } from './text-of.ts'
export type { FaultRow, MessageRow, Texts } from './texts.ts'

import type { TObject, TProperties, TSchema } from 'typebox'
import { named } from './declare.ts'
import { Type } from './type.ts'

// Shapes that only answers have. They type handlers and describe answers; nothing checks them at
// run time.

/**
 * An object with its name in OpenAPI. Answers have its members and no others, unless it says
 * `additionalProperties`.
 */
export function answerObject<Members extends TProperties>(
  name: string,
  members: Members,
  more: { readonly description?: string; readonly additionalProperties?: true } = {},
): TObject<Members> {
  return named(name, Type.Object(members, more))
}

/** One of several texts, with its name in OpenAPI. */
export function answerEnum<const Value extends string>(name: string, values: readonly Value[], description?: string) {
  return named(name, Type.Enum([...values], description === undefined ? {} : { description }))
}

/** An instant as `2026-07-15T06:20:31.000Z`. Source: RFC 3339, always in UTC with milliseconds. */
export function instant() {
  return Type.String({ format: 'date-time' })
}

/** Writes an instant. `ms` since 1970. */
export function instantAt(ms: number): string {
  return new Date(ms).toISOString()
}

/**
 * Milliseconds: a length of time, or an instant since 1970 where the contract has it like that.
 * Without the format, clients read 32 bits and fail.
 */
export function milliseconds() {
  return Type.Integer({ format: 'int64' })
}

/** A value that may be null. */
export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

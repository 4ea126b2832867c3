import assert from 'node:assert/strict'
import { test } from 'node:test'
import TypeBox from 'typebox'
import { isArray, isObject, isOptional, Type } from './type.ts'

const symbol = Symbol('of the declaration')
const more = { description: 'Said', [symbol]: 1 }

/** The same schema by two makers. */
function schemasOf({ Array, Object, Optional, Record, String, ...type }: typeof Type) {
  const members = { id: String({ minLength: 1 }), note: Optional(String(more)), tags: Optional(Array(String(), more)) }
  const object = Object(members, more)
  return {
    array: Array(type.Integer({ minimum: 0 }), { maxItems: 3 }),
    boolean: type.Boolean(more),
    enum: type.Enum(['a', 'b'], more),
    integer: type.Integer(more),
    literals: [type.Literal('a'), type.Literal(1, more), type.Literal(true)],
    null: type.Null(),
    object,
    optionalAlone: Object({ note: members.note }),
    empty: Object({}),
    omitted: type.Omit(object, ['id']),
    picked: type.Pick(object, ['note', 'id']),
    record: Record(String(), type.Unknown(), more),
    union: type.Union([String(), type.Null()], more),
    unknown: type.Unknown(more),
    unsafe: type.Unsafe<Date>({ type: 'string', ...more }),
    optionalTwice: Optional(Optional(type.Unsafe<Date>({ type: 'string', ...more }))),
  }
}

test('schemas are those of TypeBox, with hidden members and those under symbols, in the same order', () => {
  const [ours, theirs] = [schemasOf(Type), schemasOf(TypeBox)]
  assert.deepEqual(everything(ours), everything(theirs))
  assert.equal(JSON.stringify(ours), JSON.stringify(theirs))
  for (const [name, schema] of Object.entries(ours)) {
    if (Array.isArray(schema)) continue
    const guards = [isArray(schema), isObject(schema), isOptional(schema)]
    assert.deepEqual(guards, [TypeBox.IsArray(schema), TypeBox.IsObject(schema), TypeBox.IsOptional(schema)], name)
  }
})

/** A copy that shows what is hidden. */
function everything(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const described = Object.entries(Object.getOwnPropertyDescriptors(value)).map(
    ([name, descriptor]) => [name, descriptor.enumerable, everything(descriptor.value)] as const,
  )
  return [...described.sort(([one], [other]) => (one < other ? -1 : 1)), Object.getOwnPropertySymbols(value)]
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import TypeBox from 'typebox'
import { isArray, isObject, isOptional, Type } from './type.ts'

const symbol = Symbol('of the declaration')
const more = { description: 'Said', [symbol]: 1 }

/** The same schema by two makers. */
function schemasOf(make: typeof Type) {
  const members = {
    id: make.String({ minLength: 1 }),
    note: make.Optional(make.String(more)),
    tags: make.Optional(make.Array(make.String(), more)),
  }
  const object = make.Object(members, more)
  return {
    array: make.Array(make.Integer({ minimum: 0 }), { maxItems: 3 }),
    boolean: make.Boolean(more),
    enum: make.Enum(['a', 'b'], more),
    integer: make.Integer(more),
    literals: [make.Literal('a'), make.Literal(1, more), make.Literal(true)],
    null: make.Null(),
    object,
    optionalAlone: make.Object({ note: members.note }),
    empty: make.Object({}),
    omitted: make.Omit(object, ['id']),
    picked: make.Pick(object, ['note', 'id']),
    record: make.Record(make.String(), make.Unknown(), more),
    union: make.Union([make.String(), make.Null()], more),
    unknown: make.Unknown(more),
    unsafe: make.Unsafe<Date>({ type: 'string', ...more }),
    optionalTwice: make.Optional(make.Optional(make.Unsafe<Date>({ type: 'string', ...more }))),
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

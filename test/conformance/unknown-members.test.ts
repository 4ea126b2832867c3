import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { type ObjectPlan, type Plan, planOf } from '../../pint-ae/src/document/declaration/plan.ts'
import { operations } from '../../src/features/index.ts'

// An unknown member with null inside an object makes the object no less wrong: it is refused where
// it stands, as at the root. Every object of every request is tried.

for (const { id, body } of operations) {
  if (body.kind !== 'json' && body.kind !== 'ndjson') continue
  // Its body is that of a create, a credit or a correction, which are tried by themselves.
  if (id === 'askForApproval') continue
  test(`${id}: null does not hide unknown members and members of answers`, () => {
    for (const { plan, path } of objectsIn(planOf(body.schema))) {
      refuses(body.schema, path, 'no_member_has_this_name', 'null')
      for (const member of plan.neverSent) refuses(body.schema, path, member, '{"any":null}')
    }
  })
  test(`${id}: an object in place of a text, a number or a list is refused, whatever it holds`, () => {
    for (const { plan, path } of objectsIn(planOf(body.schema)))
      for (const { name, plan: member } of plan.members)
        if (member.kind !== 'object') refuses(body.schema, path, name, '{"any":null}')
  })
}

function refuses(schema: Parameters<typeof check>[0], path: readonly string[], member: string, value: string): void {
  const inner = `{${JSON.stringify(member)}:${value}}`
  const text = path.reduceRight((held, name) => `{${JSON.stringify(name)}:${held}}`, inner)
  const checked = check(schema, readJson(text))
  assert('errors' in checked, `${text} is accepted`)
  assert.ok(checked.errors.has([...path, member].join('.')), `${text}: ${[...checked.errors.keys()].join(', ')}`)
}

/** Every object that a request may hold, but for those in lists, which are read whatever they hold. */
function objectsIn(plan: Plan, path: readonly string[] = []): readonly { plan: ObjectPlan; path: readonly string[] }[] {
  if (plan.kind !== 'object') return []
  const inside = plan.members.flatMap(({ name, plan: member }) => objectsIn(member, [...path, name]))
  return [{ plan, path }, ...inside]
}

import type { TArray, TObject, TSchema } from 'typebox'
import {
  annotationsOf,
  calledInRequestsOf,
  type HeldRule,
  ignoredOf,
  neverSentOf,
  type ReadLeaf,
  readOf,
  rulesOf,
} from './declare.ts'
import { isArray, isObject, isOptional } from './type.ts'

/**
 * Prepares a declaration for the walk that checks requests, so that each member is looked up once
 * and not for every request.
 */
export function planOf(schema: TSchema): Plan {
  const known = plans.get(schema)
  if (known !== undefined) return known
  const plan = planNew(schema)
  plans.set(schema, plan)
  return plan
}

export type Plan = ObjectPlan | ListPlan | LeafPlan

export interface ObjectPlan {
  readonly kind: 'object'
  readonly members: readonly MemberPlan[]
  readonly names: ReadonlySet<string>
  readonly neverSent: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
  readonly calledInRequests: Readonly<Partial<Record<string, string>>>
  readonly rules: readonly HeldRule[]
}

export interface MemberPlan {
  readonly name: string
  readonly isOptional: boolean
  readonly plan: Plan
}

export interface ListPlan {
  readonly kind: 'list'
  readonly itemsMax: number
  readonly item: Plan
}

export interface LeafPlan {
  readonly kind: 'leaf'
  readonly read: ReadLeaf<unknown>
}

const plans = new WeakMap<TSchema, Plan>()

function planNew(schema: TSchema): Plan {
  if (isObject(schema)) return objectPlan(schema)
  if (isArray(schema)) return listPlan(schema)
  const { [readOf]: read } = annotationsOf(schema)
  if (read === undefined) throw new Error('a member of a request has no read function')
  return { kind: 'leaf', read }
}

function objectPlan(schema: TObject): ObjectPlan {
  const members = Object.entries(schema.properties).map(([name, member]) => ({
    name,
    isOptional: isOptional(member),
    plan: planOf(member),
  }))
  const declared = annotationsOf(schema)
  return {
    kind: 'object',
    members,
    names: new Set(members.map((member) => member.name)),
    neverSent: declared[neverSentOf] ?? new Set(),
    ignored: declared[ignoredOf] ?? new Set(),
    calledInRequests: declared[calledInRequestsOf] ?? {},
    rules: declared[rulesOf] ?? [],
  }
}

function listPlan(schema: TArray): ListPlan {
  return { kind: 'list', itemsMax: maxItemsOf(schema), item: planOf(schema.items) }
}

function maxItemsOf(schema: object): number {
  return 'maxItems' in schema && typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY
}

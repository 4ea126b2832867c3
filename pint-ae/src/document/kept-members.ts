import type { TSchema } from 'typebox'
import { annotationsOf, type Kept, keptOf } from './declaration/declare.ts'
import { requests } from './document.ts'

/**
 * The members that the stored copy of a request keeps otherwise than they were sent, by their
 * names. It comes from the declarations, so that no list must be kept beside them.
 */
export const keptMembers: ReadonlyMap<string, Kept> = (() => {
  const members = new Map<string, Kept>()
  const visit = (name: string, schema: TSchema): void => {
    const { [keptOf]: kept } = annotationsOf(schema)
    if (kept !== undefined) members.set(name, kept)
    const { items, properties = {} }: Shape = schema
    // The items of a list have its name.
    if (items !== undefined) visit(name, items)
    for (const [member, inner] of Object.entries(properties)) visit(member, inner)
  }
  for (const schema of Object.values(requests)) visit('', schema)
  return members
})()

interface Shape {
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
}

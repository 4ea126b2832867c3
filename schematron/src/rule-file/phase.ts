import type { Element } from '../xml/element.ts'
import { isSchematron } from './schematron-element.ts'

/**
 * The patterns that a phase activates; without a wanted phase those of the schema's default phase,
 * else all. Source: ISO/IEC 19757-3:2016, 5.4.8 and 5.4.12.
 */
export function activePatterns(schema: Element, wanted: string | undefined, refuse: (reason: string) => never) {
  const patterns = schema.children.filter((child) => isSchematron(child, 'pattern'))
  const id = wanted === undefined || wanted === '#DEFAULT' ? schema.attribute('defaultPhase') : wanted
  if (id === undefined || id === '#ALL') return { phase: undefined, patterns }
  const phase = schema.children.find((child) => isSchematron(child, 'phase') && child.attribute('id') === id)
  if (!phase) return refuse(`there is no phase ${id}`)
  const active = new Set(
    phase.children
      .filter((child) => isSchematron(child, 'active'))
      .flatMap((child) => (child.attribute('pattern') ?? '').split(/[ \t\r\n]+/)),
  )
  const unknown = [...active].find((name) => !patterns.some((pattern) => pattern.attribute('id') === name))
  if (unknown !== undefined) refuse(`phase ${id}: there is no pattern ${unknown} to activate`)
  return { phase, patterns: patterns.filter((pattern) => active.has(pattern.attribute('id') ?? '')) }
}

import { type JsonValue, stepsOf, valueAt } from '@selfbill/pint-ae/json'
import type { Say } from '../../language/language.ts'
import type { Family } from '../documents/family.ts'
import { instructionWords } from './instruction-words.ts'
import { fieldFor, isOwnParty, partWords } from './place.ts'

/**
 * What to do at a member: `Line 2: add “Service accounting code”`. Undefined where the form has no
 * field for it, or the business profile does.
 */
export function instruction(
  say: Say,
  path: string,
  family: Family,
  { request }: { readonly request: JsonValue },
  flag: string,
): string | undefined {
  const field = fieldFor(path, family)
  if (field === undefined || isOwnParty(path, family)) return undefined
  const part = partWords(say, path, family)
  const words =
    flag === 'fatal'
      ? isMissing(request, path)
        ? instructionWords.add
        : instructionWords.correct
      : instructionWords.check
  const label = say(field.label)
  return part === undefined ? say(words.alone, { field: label }) : say(words.within, { part, field: label })
}

function isMissing(request: JsonValue, path: string): boolean {
  const steps = stepsOf(path)
  const value = steps && valueAt(request, steps)
  return value === undefined || value === null || value === ''
}

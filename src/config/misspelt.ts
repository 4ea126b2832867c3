import { isMember } from './members.ts'
import { type Setting, settings } from './settings.ts'

/**
 * A sentence for each variable that is one mistake of the keyboard away from a setting that is not
 * set: it would be missing without a word. Other programs have variables too, so no other is named.
 */
export function misspeltSettings(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  const given = Object.keys(variables).filter((name) => (variables[name]?.trim() ?? '') !== '')
  const missing = names.filter((name) => !given.some((one) => withoutFile(one) === withoutFile(name)))
  return given
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = missing.find((one) => isOneMistake(name.toUpperCase(), one))
      return meant === undefined ? [] : [`${name} is not a setting and has no effect: write ${meant}`]
    })
}

/** Short names, such as PORT, are too close to words of other programs. */
const lettersMin = 6

const names = Object.entries<Setting>(settings)
  .filter(([name]) => !isMember(name))
  .flatMap(([name, { isSecret }]) => (isSecret === true ? [name, `${name}_FILE`] : [name]))
  .filter((name) => name.length >= lettersMin)

const known: ReadonlySet<string> = new Set(names)

/** One letter too many, missing, or another; two neighbours swapped; or small letters. */
function isOneMistake(written: string, meant: string): boolean {
  let start = 0
  while (start < meant.length && written[start] === meant[start]) start += 1
  const [rest, wanted] = [written.slice(start), meant.slice(start)]
  const [first = '', second = ''] = rest
  return (
    rest === wanted ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    `${second}${first}${rest.slice(2)}` === wanted
  )
}

function withoutFile(name: string): string {
  return name.replace(/_FILE$/, '')
}

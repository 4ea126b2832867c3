import { numbered } from '../generator/name-code.ts'
import { generateSchema } from '../generator/schema.ts'
import type { RuleFile } from '../rule-file/rule-file.ts'
import { nameNumbered } from '../xml/name.ts'
import { CompiledSchema } from './compiled-schema.ts'
import { frozen } from './freeze.ts'
import { loadModule } from './load.ts'
import { Reference } from './reference.ts'

/** Generates the code of rule files and loads it. `now` is the clock of `current-date()` and its kin. */
export function compileFiles(files: readonly RuleFile[], now?: () => Date): CompiledSchema {
  const reference = new Reference(files)
  const generated = generateSchema(files, reference)
  const module = loadModule(generated.source, generated.constants)
  return new CompiledSchema(
    { files, reference, module, generated: { ...generated, source: numbered(generated.source, String) } },
    now,
  )
}

/**
 * The same as the text of an expression for a JavaScript module: a call of `openWritten`, which has
 * the code in it and evaluates no text.
 *
 * @throws TypeError when expressions are left to the reference engine
 */
export function writtenSchema(files: readonly RuleFile[]): string {
  const { source, constants, lists, interpreted } = generateSchema(files, new Reference(files))
  if (interpreted.length > 0) throw new TypeError(`left to the reference engine: ${interpreted.join('; ')}`)
  const ids = new Set<number>(lists.keys())
  const code = numbered(source, (id) => {
    ids.add(id)
    return `n${id}_`
  })
  const names = [...ids].map((id) => ({ id, ...nameNumbered(id) }))
  const data = JSON.stringify({
    names: names.map(({ namespace, local }) => [namespace, local]),
    lists: [...lists].map(([id, list]) => [names.findIndex((name) => name.id === id), list]),
  })
  return ascii(`openWritten({
...${data},
files: ${JSON.stringify(ascii(frozen(files)))},
constants: ${JSON.stringify(ascii(frozen(constants)))},
load(R, K, N) {
${code.replace("'use strict'", () => `'use strict'\nconst ${names.map(({ id }, at) => `n${id}_ = N[${at}]`).join(', ')}`)}}
})`)
}

/**
 * The same JavaScript in ASCII alone. One letter beyond Latin-1 makes an engine keep a whole source
 * and a whole string with two bytes a letter, and a schema is megabytes of them.
 */
function ascii(code: string): string {
  return code.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

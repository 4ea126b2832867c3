import type { Document } from '../document.ts'
import { fileFocus, scopeOf } from '../interpreter/file-focus.ts'
import type { Focus } from '../interpreter/focus.ts'
import { truth } from '../interpreter/interpreter.ts'
import { matchesAlternative } from '../interpreter/matches-alternative.ts'
import type { Alternative } from '../rule-file/match-pattern.ts'
import type { Check, Pattern, Rule, RuleFile } from '../rule-file/rule-file.ts'
import type { Node } from '../values/values.ts'

/**
 * The reference engine beside the compiled code: evaluates the expressions that the generator left
 * to it, and the values in messages.
 */
export class Reference {
  readonly #files: readonly RuleFile[]
  #document: Document | undefined
  readonly #focuses = new Map<Pattern | RuleFile, Focus>()

  constructor(files: readonly RuleFile[]) {
    this.#files = files
  }

  begin(document: Document): void {
    this.#document = document
  }

  end(): void {
    this.#document = undefined
    if (this.#focuses.size > 0) this.#focuses.clear()
  }

  test(file: number, pattern: Pattern, rule: Rule, check: Check): (node: Node) => boolean {
    return (node) => truth(check.test, this.focus(file, pattern, rule, node))
  }

  match(file: number, pattern: Pattern, alternative: Alternative): (node: Node) => boolean {
    return (node) =>
      matchesAlternative(node, alternative, { ...this.#patternFocus(file, pattern), item: node, current: node })
  }

  focus(file: number, pattern: Pattern, rule: Rule, node: Node): Focus {
    return scopeOf(rule.lets, { ...this.#patternFocus(file, pattern), item: node, current: node })
  }

  #patternFocus(file: number, pattern: Pattern): Focus {
    const rules = this.#files[file]
    if (!rules || !this.#document) throw new Error('rules are evaluated on a document')
    const fileScope = this.#focuses.get(rules) ?? fileFocus(this.#document, rules)
    const focus = this.#focuses.get(pattern) ?? scopeOf(pattern.lets, fileScope)
    this.#focuses.set(rules, fileScope).set(pattern, focus)
    return focus
  }
}

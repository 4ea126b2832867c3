import { ExpressionError } from '../errors.ts'
import type { Element } from '../xml/element.ts'
import { mayBeNumber } from '../xpath/analyse.ts'
import type { Expression } from '../xpath/ast.ts'
import { checkNames, type DeclaredNames, freeVariables } from './check-names.ts'
import type { Let } from './rule-file.ts'

/**
 * The variables of a schema and of its patterns. They may use each other in any order, and a
 * variable of one pattern is visible in the others, as in the stylesheets that the field makes of
 * these files: there all of them are global. Within its own pattern a name means that pattern's.
 */
export class SharedVariables {
  readonly #parse: (text: string, where: string) => Expression
  readonly #parameters: ReadonlyMap<string, string>
  readonly #schema = new Map<string, Declared>()
  readonly #hidden = new Set<string>()
  readonly #patterns = new Map<Element, Map<string, Declared>>()
  /** Those of patterns that something outside their pattern uses. */
  readonly #elsewhere = new Map<string, Declared>()

  constructor(parse: (text: string, where: string) => Expression, parameters: Readonly<Record<string, string>>) {
    this.#parse = parse
    this.#parameters = new Map(Object.entries(parameters))
  }

  declareSchema(lets: readonly LetText[]): void {
    for (const declared of lets) this.#declare(declared, this.#schema, 'schema')
  }

  /**
   * The variables of the phase hide those of the schema in its patterns. What else uses such a
   * variable of the schema is refused: it would get the value of the phase.
   *
   * @throws ExpressionError
   */
  declarePhase(lets: readonly LetText[]): void {
    const schema = [...this.#schema.values()]
    for (const declared of lets) {
      const { name } = declared
      const user = schema.find((one) => one.name !== name && freeVariables(one.value).has(name))
      if (this.#schema.has(name)) {
        if (user) throw new ExpressionError(`the phase hides $${name} of the schema, which $${user.name} uses`, 0)
        this.#hidden.add(name)
      }
      this.#declare(declared, this.#schema, 'phase')
    }
  }

  /** The variables of the schema that its phase hides. */
  get hidden(): ReadonlySet<string> {
    return this.#hidden
  }

  declarePattern(pattern: Element, lets: readonly LetText[]): void {
    const own = new Map<string, Declared>()
    this.#patterns.set(pattern, own)
    for (const declared of lets) this.#declare(declared, own, `pattern ${pattern.attribute('id') ?? ''}`)
  }

  /** A parameter that the schema does not declare. */
  get unknownParameter(): string | undefined {
    return [...this.#parameters.keys()].find((name) => !this.#schema.has(name))
  }

  /** Whether `name` is declared for the schema, for the pattern, or in only one other pattern. */
  has(name: string, pattern: Element | undefined): boolean {
    if (pattern && this.#patterns.get(pattern)?.has(name) === true) return true
    if (this.#schema.has(name) || this.#elsewhere.has(name)) return true
    const others = [...this.#patterns.values()].flatMap((own) => own.get(name) ?? [])
    const [only] = others
    if (others.length !== 1 || !only) return false
    this.#elsewhere.set(name, only)
    return true
  }

  /** Whether the variable is never a number, so that it means no position in a predicate. */
  isCondition(name: string, pattern: Element): boolean {
    const declared = this.#patterns.get(pattern)?.get(name) ?? this.#schema.get(name) ?? this.#elsewhere.get(name)
    return declared !== undefined && !mayBeNumber(declared.value)
  }

  /** All of them, each after those that it uses. `refused` words an error with its place. */
  ordered(names: DeclaredNames, refused: (error: ExpressionError, where: string) => Error): OrderedVariables {
    const checked = new Set<Declared>()
    const check = (declared: Declared, pattern: Element | undefined) => {
      if (checked.has(declared)) return
      checked.add(declared)
      placed(declared, refused, () =>
        checkNames(declared.value, { ...names, hasVariable: (name) => this.has(name, pattern) }),
      )
    }
    for (const [pattern, own] of this.#patterns) for (const declared of own.values()) check(declared, pattern)
    for (const declared of this.#schema.values()) check(declared, undefined)
    // A variable that is used elsewhere takes along those of its pattern that it uses.
    for (const declared of this.#elsewhere.values()) this.#takeAlong(declared, refused)
    const shared = [...this.#schema.values(), ...this.#elsewhere.values()]
    const moved = new Set(this.#elsewhere.values())
    return {
      ofSchema: sorted(shared, refused),
      ofPattern: (pattern) => {
        const own = pattern ? [...(this.#patterns.get(pattern)?.values() ?? [])] : []
        return sorted(
          own.filter((declared) => !moved.has(declared)),
          refused,
        )
      },
    }
  }

  #takeAlong(declared: Declared, refused: Refused): void {
    const own = [...this.#patterns.values()].find((names) => names.get(declared.name) === declared)
    for (const name of freeVariables(declared.value)) {
      const isElsewhere = this.has(name, undefined) && !this.#schema.has(name)
      if (own?.has(name) !== true || isElsewhere) continue
      const what = `$${name} is declared elsewhere too`
      const reason = `${what}, and $${declared.name}, which uses it, is used in other patterns`
      throw refused(new ExpressionError(reason, 0), declared.where)
    }
  }

  #declare({ name, value }: LetText, into: Map<string, Declared>, owner: string): void {
    const where = `${owner}, let ${name}`
    const parameter = owner === 'schema' ? this.#parameters.get(name) : undefined
    const expression: Expression =
      parameter === undefined ? this.#parse(value, where) : { kind: 'literal', type: 'string', value: parameter, at: 0 }
    into.set(name, { name, value: expression, where })
  }
}

export interface LetText {
  readonly name: string
  readonly value: string
}

export interface OrderedVariables {
  readonly ofSchema: readonly Let[]
  ofPattern(pattern: Element | undefined): readonly Let[]
}

interface Declared extends Let {
  readonly where: string
}

type Refused = (error: ExpressionError, where: string) => Error

/** Keeps the order of the file where it can. */
function sorted(declared: readonly Declared[], refused: Refused): readonly Let[] {
  const byName = new Map(declared.map((one) => [one.name, one]))
  const done = new Set<Declared>()
  const open = new Set<Declared>()
  const result: Let[] = []
  const visit = (one: Declared): void => {
    if (done.has(one)) return
    if (open.has(one)) throw refused(new ExpressionError(`the variable $${one.name} depends on itself`, 0), one.where)
    open.add(one)
    for (const name of freeVariables(one.value)) {
      const needed = byName.get(name)
      if (needed) visit(needed)
    }
    done.add(one)
    result.push({ name: one.name, value: one.value })
  }
  for (const one of declared) visit(one)
  return result
}

function placed(declared: Declared, refused: Refused, act: () => void): void {
  try {
    act()
  } catch (error) {
    throw error instanceof ExpressionError ? refused(error, declared.where) : error
  }
}

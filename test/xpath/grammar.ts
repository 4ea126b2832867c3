import { Chooser, isClosed } from './chooser.ts'
import {
  attributes,
  axes,
  moments,
  names,
  numbers,
  pictures,
  plainTypes,
  ranges,
  regexes,
  replacements,
  sequenceTypes,
  texts,
  types,
} from './vocabulary.ts'

/**
 * Random XPath expressions: mostly what Schematron schemas use, with types that fit, and now and then
 * an empty sequence, a mixed one, or a type that does not fit. A seed gives the same expressions on
 * every machine.
 */
export function expressionsOf(seed: number, count: number): readonly RandomExpression[] {
  const grammar = new Grammar(seed)
  const found = new Map<string, RandomExpression>()
  while (found.size < count) {
    const made = grammar.made()
    found.set(made.text, made)
  }
  return [...found.values()]
}

/** `parts`: the expressions inside it, as far as they use no variable. */
export interface RandomExpression {
  readonly text: string
  readonly parts: readonly string[]
}

class Grammar extends Chooser {
  /** The variables in scope, each with a name of its own. */
  readonly #variables: string[] = []

  made(): RandomExpression {
    this.parts.clear()
    const text = this.expression()
    return { text, parts: [...this.parts] }
  }

  expression(): string {
    return this.choose([
      [26, () => `boolean(${this.truth()})`],
      [4, () => `${this.node()} ${this.pick(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])} ${this.literal()}`],
      [14, () => this.number()],
      [14, () => this.text()],
      [12, () => this.nodes()],
      [10, () => this.moment()],
      [10, () => this.sequence()],
      [8, () => this.typed()],
    ])
  }

  nodes(): string {
    return this.deeper(
      () => this.step(),
      [
        [8, () => this.step()],
        [6, () => this.twoSteps('/')],
        [3, () => `${this.pick(['//', './/', '../', '/', '/*/', '../../'])}${this.step()}`],
        [2, () => this.twoSteps('//')],
        [2, () => `(${this.nodes()})${this.predicate()}`],
        [2, () => `(${this.nodes()} ${this.pick(['|', 'union', 'except', 'intersect'])} ${this.nodes()})`],
        [1, () => this.twoSteps('/')],
        [1, () => `(if (${this.truth()}) then ${this.nodes()} else ${this.nodes()})`],
        [1, () => `reverse(${this.nodes()})`],
      ],
    )
  }

  step(): string {
    const name = this.pick(names)
    const axis = this.pick(axes)
    const step = this.choose([
      [10, () => name],
      [3, () => '.'],
      [2, () => '..'],
      [4, () => `@${this.pick(attributes)}`],
      [3, () => `${axis}::${this.pick(testsOn(axis, name))}`],
      [
        1,
        () =>
          this.pick([
            'text()',
            '*',
            'node()',
            'comment()',
            'processing-instruction()',
            'processing-instruction(two)',
            '@*',
            'cbc:*',
            '*:ID',
            '@xml:*',
            '@p:*',
            '@*:ID',
          ]),
      ],
    ])
    return step === '.' || this.random() > 0.25 ? step : step + this.predicate()
  }

  /** Below an attribute or a text there is nothing, and Saxon fails on some such paths. */
  twoSteps(slash: '/' | '//'): string {
    const first = this.step()
    const isLeaf = /^(?:@|attribute::)|text\(\)|comment\(\)|instruction/.test(first)
    return isLeaf ? `${first}/${this.pick(['..', '.', 'ancestor::*'])}` : `${first}${slash}${this.step()}`
  }

  predicate(): string {
    const inside = this.deeper(
      () => '1',
      [
        [
          4,
          () =>
            this.pick(['1', '2', 'last()', 'position() = 1', 'position() < 3', 'last() - 1', 'position() = last()']),
        ],
        [6, () => this.truth()],
        [1, () => this.nodes()],
        [1, () => this.number()],
        [1, () => `. = ${this.literal()}`],
      ],
    )
    return `[${inside}]`
  }

  number(): string {
    const operator = () => this.pick(['+', '-', '*', 'div', 'mod', 'idiv'])
    return this.deeper(
      () => this.pick(numbers),
      [
        [8, () => this.pick(numbers)],
        [4, () => `count(${this.sequence()})`],
        [5, () => `(${this.operand('number', '-')} ${operator()} ${this.operand('number', '-')})`],
        [2, () => `(${this.operand('node', '-')} ${operator()} ${this.operand('number', '-')})`],
        [3, () => `${this.pick(['xs:decimal', 'xs:integer', 'xs:double', 'number'])}(${this.#mostly('node', 'atom')})`],
        [
          2,
          () =>
            `${this.pick(['sum', 'avg', 'min', 'max'])}(${this.operand(this.random() < 0.5 ? 'nodes' : 'numbers', 'sum')})`,
        ],
        [2, () => `sum(${this.nodes()}/xs:decimal(.))`],
        [4, () => `${this.pick(['round', 'floor', 'ceiling', 'abs', 'round-half-to-even'])}(${this.number()})`],
        [1, () => `round-half-to-even(${this.number()}, ${this.pick(['0', '2', '-1', '1'])})`],
        [1, () => `round(${this.number()}, ${this.pick(['0', '2', '-1', '1'])})`],
        [2, () => `string-length(${this.text()})`],
        [2, () => `-${this.number()}`],
        [1, () => `index-of(${this.sequence()}, ${this.atom()})`],
        [1, () => `compare(${this.text()}, ${this.text()})`],
        [1, () => `${this.pick(['year', 'month', 'day'])}-from-${this.pick(['date', 'dateTime'])}(${this.moment()})`],
        [1, () => `days-from-duration(${this.duration()})`],

        [1, () => `(if (${this.truth()}) then ${this.number()} else ${this.number()})`],
      ],
    )
  }

  numbers(): string {
    return this.choose([
      [3, () => `(${this.number()}, ${this.number()})`],
      [2, () => `(${this.pick(ranges)})[position() < 4]`],
      [1, () => '()'],
      [1, () => `(${this.number()}, ${this.atom()})`],
    ])
  }

  text(): string {
    return this.deeper(
      () => this.pick(texts),
      [
        [8, () => this.pick(texts)],
        [4, () => `${this.pick(['normalize-space', 'string'])}(${this.#mostly('node', 'atom')})`],
        [1, () => `path(${this.node()})`],
        [1, () => this.pick(['string()', 'normalize-space()', 'name()', 'local-name()', 'namespace-uri()'])],
        [3, () => `concat(${this.text()}, ${this.atom()})`],
        [3, () => `substring(${this.text()}, ${this.place()})`],
        [2, () => `substring(${this.text()}, ${this.place()}, ${this.place()})`],
        [3, () => `substring-${this.pick(['before', 'after'])}(${this.text()}, ${this.text()})`],
        [2, () => `translate(${this.text()}, ${this.text()}, ${this.text()})`],
        [2, () => `${this.pick(['upper-case', 'lower-case'])}(${this.text()})`],
        [2, () => `string-join((${this.text()}, ${this.text()}), ${this.text()})`],
        [1, () => `string-join(for $n in ${this.nodes()} return string($n), ${this.text()})`],
        [3, () => `${this.pick(['name', 'local-name', 'namespace-uri'])}(${this.node()})`],
        [4, () => `replace(${this.text()}, ${this.regex()}, ${this.pick(replacements)}${this.flags()})`],
        [2, () => `format-number(${this.number()}, ${this.pick(pictures)})`],
        [2, () => `codepoints-to-string(string-to-codepoints(${this.text()}))`],
        [4, () => `string(${this.#mostly('number', 'moment')})`],
        [2, () => `xs:string(${this.atom()})`],
        [1, () => `tokenize(${this.text()}, ${this.regex()})[${this.pick(['1', '2', 'last()'])}]`],
        [1, () => `(if (${this.truth()}) then ${this.text()} else ${this.text()})`],
      ],
    )
  }

  regex(): string {
    return `'${this.pick(regexes)}'`
  }

  flags(): string {
    return this.random() < 0.7 ? '' : `, '${this.pick(['i', 's', 'm', 'x', 'si', '', 'q', 'z'])}'`
  }

  moment(): string {
    return this.deeper(
      () => this.pick(moments),
      [
        [8, () => this.pick(moments)],
        [3, () => `xs:date(${this.#mostly('node', 'atom')})`],
        [1, () => `xs:${this.pick(['dateTime', 'time', 'date'])}(${this.moment()})`],
        [3, () => `(${this.moment()} ${this.pick(['+', '-'])} ${this.duration()})`],
        [2, () => `(${this.moment()} - ${this.moment()})`],
        [2, () => this.duration()],
        [
          2,
          () =>
            `adjust-${this.pick(['date', 'dateTime', 'time'])}-to-timezone(${this.moment()}${this.pick(['', ', ()', ", xs:dayTimeDuration('PT5H')"])})`,
        ],
        [1, () => `${this.pick(['min', 'max'])}((${this.moment()}, ${this.moment()}))`],
      ],
    )
  }

  duration(): string {
    return this.choose([
      [
        5,
        () =>
          `xs:dayTimeDuration(${this.pick(["'P1D'", "'PT4H30M'", "'-P1DT0.5S'", "'PT0S'", "'P400D'", "'PT36H'", "'P1Y'"])})`,
      ],
      [1, () => `(${this.duration()} ${this.pick(['+', '-'])} ${this.duration()})`],
      [
        1,
        () =>
          `(${this.duration()} ${this.pick(['*', 'div'])} ${this.pick(['2', '4', '-1', '0.5', '0', '1e0', "xs:double('NaN')", "xs:double('INF')"])})`,
      ],
      [1, () => `(${this.moment()} - ${this.moment()})`],
    ])
  }

  truth(): string {
    const compare = () => this.pick(['=', '!=', '<', '<=', '>', '>='])
    const value = () => this.pick(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])
    return this.deeper(
      () => this.pick(['true()', 'exists(.)', 'empty(@*)', 'not(.)']),
      [
        [
          6,
          () =>
            `${this.operand('nodes', 'sum')} ${compare()} ${this.pick([this.literal(), this.number(), this.operand('nodes', 'sum'), `(${this.literal()}, ${this.literal()})`])}`,
        ],
        [3, () => `${this.number()} ${this.pick([compare(), value()])} ${this.number()}`],
        [3, () => `${this.text()} ${this.pick([compare(), value()])} ${this.text()}`],
        [3, () => `${this.moment()} ${this.pick([compare(), value()])} ${this.moment()}`],
        [2, () => `${this.operand('node', 'zero-or-one')} ${value()} ${this.#mostly('text', 'literal')}`],
        [1, () => `${this.operand('sequence', 'sum')} ${compare()} ${this.operand('sequence', 'sum')}`],
        [3, () => `(${this.truth()} ${this.pick(['and', 'or'])} ${this.truth()})`],
        [4, () => `${this.pick(['not', 'exists', 'empty', 'boolean'])}(${this.#mostly('nodes', 'sequence')})`],
        [1, () => `boolean((${this.atom()}, ${this.nodes()}))`],
        [3, () => `${this.pick(['contains', 'starts-with', 'ends-with'])}(${this.text()}, ${this.text()})`],
        [4, () => `matches(${this.#mostly('text', 'node')}, ${this.regex()}${this.flags()})`],
        [4, () => `${this.#mostly('node', 'atom')} castable as ${this.pick(types)}${this.pick(['', '', '?'])}`],
        [2, () => `(${this.pick(['some', 'every'])} ${this.bound('nodes', 'truth', 'satisfies')})`],
        [2, () => `(${this.sequence()}) instance of ${this.pick(sequenceTypes)}`],
        [
          1,
          () =>
            `${this.operand('node', 'zero-or-one')} ${this.pick(['is', '<<', '>>'])} ${this.operand('node', 'zero-or-one')}`,
        ],
        [1, () => `(if (${this.truth()}) then ${this.truth()} else ${this.nodes()})`],
      ],
    )
  }

  typed(): string {
    return this.choose([
      [5, () => `xs:${this.pick(plainTypes)}(${this.atom()})`],
      [5, () => `${this.#mostly('atom', 'node')} cast as ${this.pick(types)}${this.pick(['', '?'])}`],
      [2, () => `data(${this.sequence()})`],
    ])
  }

  sequence(): string {
    return this.deeper(
      () => this.pick(['()', '1', this.step()]),
      [
        [5, () => this.nodes()],
        [2, () => `(${this.atom()}, ${this.atom()})`],
        [2, () => `(${this.nodes()}, ${this.atom()})`],
        [2, () => this.numbers()],
        [1, () => '()'],
        [3, () => `(for ${this.bound('sequence', 'atom', 'return')})`],
        [2, () => `${this.pick(['distinct-values', 'distinct-values', 'unordered'])}(${this.sequence()})`],
        [1, () => `tokenize(${this.text()}, ${this.regex()}${this.flags()})`],
        [1, () => `string-to-codepoints(${this.text()})`],
        [1, () => `subsequence(${this.sequence()}, ${this.place()}${this.pick(['', ', 2', ', 1.5'])})`],
        [1, () => `${this.pick(['remove', 'index-of'])}(${this.sequence()}, ${this.pick(['1', '2', '0'])})`],
        [1, () => `insert-before(${this.sequence()}, ${this.pick(['1', '0', '9'])}, ${this.atom()})`],
        [1, () => `reverse(${this.sequence()})`],
        [
          1,
          () =>
            `${this.nodes()}/${this.pick(['string(.)', 'name()', 'xs:decimal(.)', 'position()', 'last()', 'number(.)', 'normalize-space()'])}`,
        ],
        [1, () => `${this.pick(['zero-or-one', 'exactly-one', 'one-or-more'])}(${this.sequence()})`],
        [1, () => `(${this.sequence()})${this.predicate()}`],
      ],
    )
  }

  /**
   * An operand, which `check` fails on where its operator would: then one engine may fail, and another
   * see first that the other operand is empty.
   */
  operand(part: Part, check: '-' | 'sum' | 'zero-or-one'): string {
    const text = this[part]()
    const checked = `${check}(${text})`
    if (isClosed(checked)) this.parts.add(checked)
    return text
  }

  /** A variable with its use: `$a in … return …`. */
  bound(source: Part, body: Part, word: string): string {
    const name = `v${this.#variables.length}`
    const from = this[source]()
    this.#variables.push(name)
    const inside = this[body]()
    this.#variables.pop()
    return `$${name} in ${from} ${word} ${inside}`
  }

  /** A number that Saxon takes as a place; with a large negative one it goes wrong. */
  place(): string {
    return this.pick([
      '0',
      '1',
      '2',
      '3',
      '-1',
      '1.5',
      '2.5',
      '-0.5',
      '0e0',
      "xs:double('NaN')",
      "xs:double('INF')",
      '100',
      'string-length(.)',
    ])
  }

  /** At most one node, mostly. */
  node(): string {
    return this.choose([
      [6, () => this.step()],
      [3, () => `(${this.nodes()})[1]`],
      [1, () => this.nodes()],
    ])
  }

  /** One atomic value, of any type. */
  atom(): string {
    return this.choose([
      [6, () => this.literal()],
      [3, () => this.number()],
      [3, () => this.text()],
      [2, () => this.moment()],
      [2, () => `boolean(${this.truth()})`],
      [2, () => this.step()],
      [this.#variables.length > 0 ? 8 : 0, () => `$${this.pick(this.#variables)}`],
      [1, () => '()'],
    ])
  }

  literal(): string {
    return this.pick(this.random() < 0.5 ? numbers : texts)
  }

  #mostly(usual: Part, other: Part): string {
    return this.random() < 0.8 ? this[usual]() : this[other]()
  }
}

type Part = 'nodes' | 'node' | 'number' | 'numbers' | 'text' | 'truth' | 'moment' | 'atom' | 'literal' | 'sequence'

/** Saxon refuses some paths that can never select anything, such as `ancestor::text()`. */
function testsOn(axis: string, name: string): readonly string[] {
  if (axis === 'attribute') return ['*', 'schemeID']
  const elements = [name, '*', 'node()']
  return axis.startsWith('ancestor') || axis === 'parent' ? elements : [...elements, 'text()', 'comment()']
}

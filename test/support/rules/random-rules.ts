import { Element, nameOf } from '@selfbill/schematron/xml'
import fc from 'fast-check'

/**
 * Random expressions over the elements a, b, c, d and the attributes x, y, typed enough to mean
 * something now and then.
 */
export interface Grammar {
  readonly nodes: fc.Arbitrary<string>
  readonly number: fc.Arbitrary<string>
  readonly text: fc.Arbitrary<string>
  readonly truth: fc.Arbitrary<string>
}

const names = fc.constantFrom('a', 'b', 'c', 'd', '*')
const literals = fc.constantFrom("'1'", "'x'", "''", "'2.5'", "' x '", "'true'")
const comparisons = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')

function call(name: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => `${name}(${texts.join(', ')})`)
}

function infix(
  left: fc.Arbitrary<string>,
  operator: fc.Arbitrary<string>,
  right: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.tuple(left, operator, right).map(([a, o, b]) => `(${a} ${o} ${b})`)
}

export const grammar: Grammar = fc.letrec<{
  nodes: string
  number: string
  text: string
  truth: string
  value: string
}>((tie) => {
  const [nodes, number, text, truth] = [tie('nodes'), tie('number'), tie('text'), tie('truth')]
  const step = fc.oneof(
    { weight: 6, arbitrary: names },
    fc.constantFrom(
      '..',
      '.',
      '@x',
      '@y',
      'text()',
      'ancestor::a',
      'self::b',
      'parent::*',
      'descendant::c',
      '(a | b)',
      'ancestor::*[1]',
    ),
  )
  const position = fc.constantFrom('[1]', '[2]', '[position() = 1]', '[last()]')
  const filtered = fc
    .tuple(
      names,
      fc.option(
        fc.oneof(
          position,
          truth.map((inside) => `[${inside}]`),
        ),
        { nil: '' },
      ),
    )
    .map((parts) => parts.join(''))
  const start = fc.constantFrom('', '', '', '../', '../../', '//', '/*/', './/')
  return {
    nodes: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: step },
      fc.tuple(start, filtered).map((parts) => parts.join('')),
      fc.tuple(filtered, step).map((parts) => parts.join('/')),
      fc.tuple(start, filtered, fc.constantFrom('/', '//'), filtered).map((parts) => parts.join('')),
      infix(step, fc.constantFrom('|', '|', 'except', 'intersect'), step),
      fc.tuple(nodes, fc.constantFrom('[1]', '[2]')).map(([inside, place]) => `(${inside})${place}`),
    ),
    number: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('0', '1', '2', '2.5', '0.1', '1e1', '-3'),
      call('count', nodes),
      call('number', nodes),
      call('string-length', text),
      nodes.map((inside) => `sum(${inside}/xs:decimal(.))`),
      nodes.map((inside) => `sum(${inside})`),
      call('xs:decimal', fc.oneof(nodes, text)),
      infix(number, fc.constantFrom('+', '-', '*', 'div', 'mod', 'idiv'), number),
      infix(nodes, fc.constantFrom('+', '*', 'div'), number),
      call('round', number),
      call('abs', number),
      fc.tuple(truth, number, number).map(([condition, yes, no]) => `(if (${condition}) then ${yes} else ${no})`),
      fc.tuple(nodes, number).map(([source, body]) => `sum(for $v in ${source} return ${body})`),
    ),
    text: fc.oneof(
      { depthSize: 'small' },
      literals,
      call('normalize-space', nodes),
      call('string', fc.oneof(nodes, number)),
      call('concat', literals, text),
      call('substring', text, fc.constantFrom('1', '2', '0', '1.5'), fc.constantFrom('1', '3', '2.6')),
      call('upper-case', text),
      call('translate', text, literals, literals),
      call('substring-after', text, literals),
      nodes.map((inside) => `string-join(${inside}/name(), '-')`),
      fc.constantFrom('name()', 'local-name(..)', 'normalize-space()', 'string()'),
    ),
    truth: fc.oneof(
      { depthSize: 'small' },
      call('exists', nodes),
      call('not', truth),
      call('not', nodes),
      infix(nodes, comparisons, fc.oneof(literals, nodes, number, fc.constant("('1', 'x', '2.5')"))),
      infix(number, comparisons, number),
      infix(text, comparisons, text),
      infix(truth, fc.constantFrom('and', 'or'), truth),
      call('contains', text, literals),
      call('starts-with', text, text),
      call('matches', text, fc.constantFrom("'^[0-9]+$'", "'x|y'", "'^\\s*$'")),
      nodes.map((inside) => `(${inside} = true())`),
      fc.tuple(nodes, truth).map(([source, inside]) => `(${source})[1]/(${inside})`),
      fc.tuple(nodes, truth).map(([source, inside]) => `(count(${source}/(${inside})) = 1)`),
      fc.tuple(truth, nodes, nodes).map(([condition, yes, no]) => `(if (${condition}) then ${yes} else ${no})`),
      fc
        .tuple(nodes, fc.constantFrom('xs:decimal', 'xs:date', 'xs:integer', 'xs:boolean'))
        .map(([inside, type]) => `(${inside} castable as ${type})`),
      fc
        .tuple(fc.constantFrom('every', 'some'), nodes, truth)
        .map(([kind, source, body]) => `(${kind} $v in ${source} satisfies ${body})`),
      fc
        .tuple(fc.constantFrom('every', 'some'), nodes, comparisons, literals)
        .map(([kind, source, operator, to]) => `(${kind} $v in ${source} satisfies $v ${operator} ${to})`),
      fc
        .tuple(nodes, nodes)
        .map(
          ([source, inside]) =>
            `(every $r in ${source}/xs:decimal(.) satisfies exists(../a[${inside}/xs:decimal(.) = $r]))`,
        ),
      nodes,
      infix(call('count', nodes), comparisons, fc.constantFrom('0', '1')),
      text.map((inside) => `(not(contains(${inside}, ' ')) and contains(' 1 x 2.5 ', concat(' ', ${inside}, ' ')))`),
    ),
    value: fc.constant(''),
  }
})

const texts = fc.constantFrom(
  '',
  ' ',
  '1',
  '1.0',
  '2.5',
  '-3',
  'x',
  'x y',
  ' x ',
  'true',
  'false',
  '0',
  '-0',
  '-0.0',
  '1e2',
  'NaN',
  'abc',
  '2026-01-31',
  '12345678901234567890',
  '\u00a01',
)

/** Copies the tree: fast-check reuses parts, but an element has only one parent. */
export function copyOf({ name, attributes, children, text, pieces }: Element): Element {
  return new Element(name, attributes, children.map(copyOf), text, undefined, pieces)
}

/**
 * Random trees of those elements, sometimes with text that a comment splits. Copy them before use.
 */
export const trees: fc.Arbitrary<Element> = fc
  .letrec<{ tree: Element }>((tie) => {
    const name = fc.constantFrom('a', 'b', 'c', 'd').map((local) => nameOf('', local, ''))
    const attributes = fc
      .subarray(['x', 'y'])
      .chain((chosen) =>
        fc.tuple(...chosen.map((key) => texts.map((value) => [key, value]))).map((pairs) => pairs.flat()),
      )
    const leaf = fc.tuple(name, attributes, texts).map(([n, list, text]) => new Element(n, list, [], text, undefined))
    const split = name.map((n) => new Element(n, [], [], '12', undefined, ['1', '2']))
    return {
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        { weight: 4, arbitrary: leaf },
        {
          weight: 4,
          arbitrary: fc
            .tuple(name, attributes, fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
            .map(([n, list, children]) => new Element(n, list, children, '', undefined)),
        },
        split,
      ),
    }
  })
  .tree.map(
    (tree) =>
      new Element(
        nameOf('', 'r', ''),
        [],
        [tree, new Element(nameOf('', 'b', ''), ['x', '1'], [], '1', undefined)],
        '',
        undefined,
      ),
  )

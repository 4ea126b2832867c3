import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { textOf } from '../values/cast.ts'
import { formatNumber } from '../values/format-number.ts'
import { numeric, toDouble } from '../values/operate.ts'
import { isMatch, regexOf } from '../values/regex.ts'
import { characters, codePointsOf, replaced, substring, tokenize, translate } from '../values/text.ts'
import { Atomic, type Item } from '../values/values.ts'
import { type Arguments, define, integer, integerFrom, value, type XPathFunction } from './arguments.ts'

import { atomized, firstTwo } from './items.ts'

/** The functions on texts. */
export const textFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  // xsl:value-of: joins the values with a separator; the result is untyped text.
  ['#value-of', define(valueText)],
  ['string', define(stringOf)],
  ['normalize-space', value('string', (parameters) => normalizeSpace(parameters.textOrContext(0)))],
  ['string-length', define((parameters) => [integer(codePointsOf(parameters.textOrContext(0)).length)])],
  [
    'substring',
    value('string', (parameters) => {
      const text = parameters.text(0)
      const start = parameters.number(1)
      return substring(text, start, parameters.count > 2 ? parameters.number(2) : undefined)
    }),
  ],
  ['substring-before', value('string', (parameters) => before(parameters.text(0), parameters.text(1)))],
  ['substring-after', value('string', (parameters) => after(parameters.text(0), parameters.text(1)))],
  ['starts-with', value('boolean', (parameters) => parameters.text(0).startsWith(parameters.text(1)))],
  ['ends-with', value('boolean', (parameters) => parameters.text(0).endsWith(parameters.text(1)))],
  ['contains', value('boolean', (parameters) => parameters.text(0).includes(parameters.text(1)))],
  ['concat', value('string', (parameters) => concatenated(parameters))],
  [
    'string-join',
    value('string', (parameters) =>
      [...atomized(parameters.items(0))].map(textOf).join(parameters.count > 1 ? parameters.required(1) : ''),
    ),
  ],
  [
    'translate',
    value('string', (parameters) => translate(parameters.text(0), parameters.required(1), parameters.required(2))),
  ],
  ['upper-case', value('string', (parameters) => parameters.text(0).toUpperCase())],
  ['lower-case', value('string', (parameters) => parameters.text(0).toLowerCase())],
  ['matches', value('boolean', matches)],
  ['replace', value('string', replace)],
  ['format-number', value('string', formatted)],
  ['tokenize', define(tokens)],
  ['string-to-codepoints', define((parameters) => codePointsOf(parameters.text(0)).map(integer))],
  [
    'codepoints-to-string',
    value('string', (parameters) =>
      characters([...atomized(parameters.items(0))].map((item) => toDouble(integerFrom(item)))),
    ),
  ],
])

function formatted(parameters: Arguments): string {
  const found = parameters.single(0)
  const { value: number } = found ? numeric(found) : { value: Number.NaN }
  return formatNumber(number instanceof Decimal ? number : Number(number), parameters.required(1))
}

function* stringOf(parameters: Arguments): Generator<Item> {
  if (parameters.count === 0) {
    yield new Atomic('string', parameters.textOrContext(0))
    return
  }
  const items = firstTwo(parameters.items(0))
  if (items.length > 1) throw new EvaluationError('several items where one is expected')
  const [only] = items
  yield new Atomic('string', only === undefined ? '' : only instanceof Atomic ? textOf(only) : only.value)
}

function matches(parameters: Arguments): boolean {
  const regex = regexOf(parameters.required(1), parameters.count > 2 ? parameters.required(2) : '')
  return isMatch(regex, parameters.text(0))
}

function replace(parameters: Arguments): string {
  const flags = parameters.count > 3 ? parameters.required(3) : ''
  return replaced(parameters.text(0), parameters.required(1), parameters.required(2), flags)
}

function tokens(parameters: Arguments): Item[] {
  const flags = parameters.count > 2 ? parameters.required(2) : ''
  const [text, pattern] = [parameters.text(0), parameters.required(1)]
  return tokenize(text, pattern, flags).map((part) => new Atomic('string', part))
}

function* valueText(parameters: Arguments): Generator<Item> {
  yield new Atomic('untyped', [...atomized(parameters.items(0))].map(textOf).join(parameters.text(1)))
}

function concatenated(parameters: Arguments): string {
  let text = ''
  for (let at = 0; at < parameters.count; at += 1) {
    const part = parameters.single(at)
    if (part) text += textOf(part)
  }
  return text
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(0, at)
}

function after(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(at + mark.length)
}

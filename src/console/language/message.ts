/**
 * A sentence of the console, with `{name}` where a value goes. A sentence that counts has a form
 * for each plural of its language, and its number is `{count}`.
 */
export type Message = string | Plural

/** English has `one` and `other`; Arabic all six. */
export type Plural = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }

/** The names between braces: `'{count} of {total}'` → `'count' | 'total'`. */
export type NamesIn<Text> = Text extends { readonly other: infer Other }
  ? NamesIn<Other>
  : Text extends `${string}{${infer Name}}${infer Rest}`
    ? Name | NamesIn<Rest>
    : never

export type Values = Readonly<Record<string, string | number>>

/**
 * Fills a sentence. Each value keeps its own direction (U+2068 to U+2069), so that a number or an
 * English name does not turn an Arabic sentence around.
 */
export function fillMessage(message: Message, values: Values, locale: string): string {
  const sentence = typeof message === 'string' ? message : formOf(message, Number(values.count ?? 0), locale)
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return `\u2068${typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value}\u2069`
  })
}

function formOf(plural: Plural, count: number, locale: string): string {
  return plural[new Intl.PluralRules(locale).select(count)] ?? plural.other
}

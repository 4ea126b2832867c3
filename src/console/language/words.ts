/**
 * The words of a subject: a row for each sentence, English and Arabic side by side, and `{name}`
 * where a value goes. They stand in a file beside the pages that say them. A row without Arabic, or
 * with a plural missing, does not compile.
 */
export function words<const Rows extends Readonly<Record<string, Row>>>(subject: string, rows: Rows): Words<Rows> {
  const sentences = Object.entries(rows).map(
    ([name, { en, ar }]) => [name, { key: `${subject}.${name}`, en, ar }] as const,
  )
  for (const [, sentence] of sentences) {
    if (known.has(sentence.key)) throw new Error(`two sentences of the console have the key ${sentence.key}`)
    known.set(sentence.key, sentence)
  }
  // TypeScript knows the names of the rows and the values in them; both are lost in Object.entries.
  return Object.fromEntries(sentences) as Words<Rows>
}

/** A sentence of the console in both languages. `Name` are the values that it needs. */
export interface Sentence<Name extends string = never> {
  /** `webhooks.saved`: its name in a cookie. */
  readonly key: string
  readonly en: Wording
  readonly ar: Wording
  /** Never set: it carries the names for TypeScript. */
  readonly needs?: Name
}

/** A sentence with a `{count}` has a form for each plural of its language. */
export type Wording = string | Plural

type Plural = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }

/** What fills a sentence: nothing, or all its values. */
export type ValuesFor<Name extends string> = [Name] extends [never]
  ? []
  : [values: { readonly [One in Name]: string | number }]

export type Values = Readonly<Record<string, string | number>>

/** The sentence with this key; undefined for a key that we did not write. */
export function sentenceOf(key: string): Sentence<string> | undefined {
  return known.get(key)
}

/** The sentences of a subject to which several features give their own, such as the audit log. */
export function sentencesOf(subject: string): readonly Sentence<string>[] {
  return allSentences().filter(({ key }) => key.startsWith(`${subject}.`))
}

/** Every sentence of the pages that are loaded. */
export function allSentences(): readonly Sentence<string>[] {
  return [...known.values()]
}

const known = new Map<string, Sentence<string>>()

type Row =
  | { readonly en: string; readonly ar: string }
  | { readonly en: Forms<'one' | 'other'>; readonly ar: Forms<Intl.LDMLPluralRule> }

type Forms<Form extends Intl.LDMLPluralRule> = { readonly [One in Form]: string }

type Words<Rows extends Readonly<Record<string, Row>>> = {
  readonly [Name in keyof Rows]: Sentence<NamesIn<Rows[Name]['en']>>
}

/**
 * The names between braces: `'{count} of {total}'` → `'count' | 'total'`. Of a text that is put
 * together with `+` TypeScript knows nothing, and then the sentence can be said nowhere.
 */
type NamesIn<Text> = Text extends { readonly other: infer Other }
  ? NamesIn<Other>
  : string extends Text
    ? string
    : Text extends `${string}{${infer Name}}${infer Rest}`
      ? Name | NamesIn<Rest>
      : never

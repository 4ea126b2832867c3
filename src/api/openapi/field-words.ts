import { type Dictionary, type FieldWords, termsOf } from '@selfbill/pint-ae/dictionary'
import type { Language } from '../request/language.ts'
import type { PlainSchema } from './generator-form.ts'

/** A named schema whose fields have their sentence, business terms and example. */
export function withWords(name: string, schema: PlainSchema, dictionary: Dictionary, language: Language): PlainSchema {
  if (schema.properties === undefined) return schema
  const fields = Object.entries(schema.properties).map(([field, plain]) => {
    const words = dictionary.wordsOf(name, field)
    return [field, words === undefined ? plain : described(plain, words, termsOf(name, field), language)]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

function described(plain: PlainSchema, words: FieldWords, terms: readonly string[], language: Language): PlainSchema {
  const description = sentenceOf(words, terms, language)
  const { example } = words
  return { ...plain, description, ...(example !== undefined && plain.$ref === undefined && { examples: [example] }) }
}

/** `Quantity of the line (IBT-129)`. */
function sentenceOf(words: FieldWords, terms: readonly string[], language: Language): string {
  return terms.length === 0 ? words[language] : `${words[language]} (${terms.join(', ')})`
}

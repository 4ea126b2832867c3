import type { CatalogueRule } from '../../../../client/src/api-types.ts'
import type { SelfbillClient } from '../../../../client/src/client.ts'
import { type ForeignText, foreign } from './foreign-text.ts'

/**
 * The rules of the service, read once. A message of a rule is ours; the message of another rule
 * book may quote the document that it judged, so it is marked.
 */
export class RuleTexts {
  readonly #client: SelfbillClient
  #rules: Promise<readonly CatalogueRule[]> | undefined

  constructor(client: SelfbillClient) {
    this.#client = client
  }

  async all(): Promise<readonly CatalogueRule[]> {
    this.#rules ??= this.#client.call('listRules').then(({ items }) => items)
    try {
      return await this.#rules
    } catch (error) {
      this.#rules = undefined
      throw error
    }
  }

  async mark(ruleId: string, text: string): Promise<string | ForeignText> {
    const rules = (await this.all()).filter(({ id }) => id === ruleId)
    const isOurs = rules.some(({ assertions }) => assertions.some(({ message }) => message.en === text))
    return isOurs ? text : foreign(text)
  }
}

import type { ListedRule } from '@selfbill/pint-ae/rulebook'
import type { RulebookOptions } from '../rules/open-rulebook.ts'
import { MadeOnce } from '../threads/made-once.ts'
import { scriptBeside } from '../threads/script-beside.ts'

/**
 * What the service says about itself: the rules in force, and its API. Each is read on first use,
 * once, on a separate thread.
 */
export class CatalogueReader {
  readonly #rules: MadeOnce<readonly ListedRule[]>
  readonly #openApi: MadeOnce<string>

  constructor(options: RulebookOptions) {
    this.#rules = new MadeOnce(scriptBeside(import.meta.url, './catalogue-thread'), options)
    this.#openApi = new MadeOnce(scriptBeside(import.meta.url, './openapi-thread'), undefined)
  }

  /** Rejects when the rule files cannot be read; the next call tries again. */
  rules(): Promise<readonly ListedRule[]> {
    return this.#rules.get()
  }

  /** The OpenAPI document as JSON. */
  openApi(): Promise<string> {
    return this.#openApi.get()
  }

  async close(): Promise<void> {
    await Promise.all([this.#rules.close(), this.#openApi.close()])
  }
}

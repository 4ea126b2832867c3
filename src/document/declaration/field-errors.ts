/**
 * Collects what is wrong with a request, by the path of the field. The first word on a path stands,
 * and a refused object silences what is said of its members. Source: docs/contract.md#errors.
 */
export class Errors {
  readonly #messages = new Map<string, string>()

  get count(): number {
    return this.#messages.size
  }

  /** True when there are more errors than are shown. */
  get isOverfull(): boolean {
    return this.#messages.size > errorsMax
  }

  add(path: string, message: string): void {
    if (!this.covers(path)) this.#messages.set(path, message)
  }

  /** True when something was said of the field, or of an object or list it stands in. */
  covers(path: string): boolean {
    if (this.#messages.size === 0) return false
    for (let known = path; known !== ''; known = parentOf(known)) if (this.#messages.has(known)) return true
    return false
  }

  /** At most 1,000, then one entry that says how many more. */
  byPath(): FieldErrors {
    if (!this.isOverfull) return this.#messages
    const shown = new Map([...this.#messages].slice(0, errorsMax))
    const more = this.#messages.size - errorsMax
    return shown.set('message', `${more} more ${more === 1 ? 'field was' : 'fields were'} refused`)
  }
}

/**
 * Message by the path of the field: `accounting_supplier_party.tin`,
 * `document_lines[0].price.base_amount`.
 */
export type FieldErrors = ReadonlyMap<string, string>

const errorsMax = 1000

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
}

import { type Message, message } from '../../messages/message.ts'

/**
 * Collects the errors of a request by field path. The first message for a path wins, and an error
 * of an object hides the errors of its members. Source: docs/contract.md#errors.
 */
export class Errors {
  readonly #messages = new Map<string, Message>()
  /** Errors that the answer only counts. */
  #further = 0

  get count(): number {
    return this.#messages.size + this.#further
  }

  /** Whether the answer only counts further errors: their messages need not be made. */
  get isFull(): boolean {
    return this.#messages.size >= errorsMax
  }

  add(path: string, message: Message): void {
    if (this.covers(path)) return
    if (this.isFull) this.addFurther()
    else this.#messages.set(path, message)
  }

  addFurther(): void {
    this.#further += 1
  }

  /** Whether there is an error for the field, or for an object or list around it. */
  covers(path: string): boolean {
    if (this.#messages.size === 0) return false
    for (let known = path; known !== ''; known = parentOf(known)) if (this.#messages.has(known)) return true
    return false
  }

  /** At most 1,000 messages, then one with the number of further errors. */
  byPath(): FieldErrors {
    const count = this.#further
    if (count === 0) return this.#messages
    const more = message('more_fields_refused', { count })
    return new Map(this.#messages).set('message', more)
  }
}

/**
 * Messages by field path: `accounting_supplier_party.tin`, `document_lines[0].price.base_amount`.
 */
export type FieldErrors = ReadonlyMap<string, Message>

const errorsMax = 1000

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
}

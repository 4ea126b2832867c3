import type { DemoService } from '../support/service/demo-service.ts'

/**
 * A generator of clients: what it needs, what it says about our OpenAPI document, and what becomes
 * of the client that it makes.
 */
export interface Generator {
  /** Its name, version and language, as docs/clients.md has them. */
  readonly name: string
  /** Quick enough for CI. */
  readonly isInSample?: true
  /** The warnings that it is known to give. Any other one fails the run. */
  readonly known: readonly KnownWarning[]
  /** Throws NotHere when one of its tools is missing. */
  attempt(shop: Workshop): Promise<Outcome>
}

export interface KnownWarning {
  readonly line: RegExp
  /** The reason, as docs/clients.md has it. */
  readonly why: string
}

export interface Workshop {
  /** An empty folder. */
  readonly folder: string
  /** The file with the OpenAPI document. */
  readonly document: string
  readonly demo: DemoService
}

export interface Outcome {
  readonly warnings: readonly string[]
  /** What compiled or checked the client; absent when nothing here can. */
  readonly compiledBy?: string
  /** What the program with the client printed; absent when none can run here. */
  readonly printed?: string
  /** What else ran. */
  readonly ran?: string
}

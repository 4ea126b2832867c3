import type { Schema as Engine } from './engine.ts'
import { type Judged, reportOf } from './svrl.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { readJudged } from './xml/read.ts'

/** A compiled schema. It keeps nothing of the documents that it judged. */
export class Schema {
  readonly #engine: Engine
  readonly #phase: string | undefined

  constructor(engine: Engine, phase: string | undefined) {
    this.#engine = engine
    this.#phase = phase
  }

  /** The number of assertions and reports. */
  get size(): number {
    return this.#engine.assertions.length
  }

  /**
   * Judges a document: its text, or its bytes in the encoding that its XML declaration says.
   *
   * @throws XmlUnreadable when it is not well-formed XML, or has a document type declaration
   */
  evaluate(document: string | Uint8Array): Verdict {
    const root = readJudged(document)
    return verdictOf(this.#engine.evaluate(root))
  }

  /** The report of a document in the Schematron Validation Report Language, as XML. */
  report(document: string | Uint8Array): string {
    const root = readJudged(document)
    const judged: Judged[] = []
    const findings = this.#engine.observe(root, (assertion, element, holds, part) =>
      judged.push({ assertion, element, part, holds }),
    )
    return reportOf(judged, findings, this.#phase)
  }
}

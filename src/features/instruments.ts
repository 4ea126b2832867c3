import type { Counter, Gauge, Histogram } from 'prom-client'

/**
 * Makes the metrics of a feature. Names are stable (docs/operating.md lists them); no label
 * contains an organisation, a document, a party or text from a caller.
 */
export interface Instruments {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>
  gauge<Label extends string>(name: string, help: string, labels: readonly Label[]): Gauge<Label>
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label>
  /**
   * Shows figures of the whole database at each scrape. They are read at most every few seconds;
   * undefined when the database does not answer.
   */
  watch<Figures>(
    read: (now: number) => Promise<Figures>,
    show: (figures: Figures | undefined, now: number) => void,
  ): void
}

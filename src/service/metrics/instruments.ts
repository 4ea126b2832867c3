import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Counters and gauges, registered when they are made. Only this folder loads prom-client. */
export function counter<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
) {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

export function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
) {
  return new Gauge({ name, help, labelNames, registers: [registry] })
}

export function histogram<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: readonly number[],
) {
  return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] })
}

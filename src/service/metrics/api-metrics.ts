import type { Registry } from 'prom-client'
import { type ApiObserver, abandonedDuring } from '../../api/observer.ts'
import type { DatabaseObserver } from '../../store/database/observed-database.ts'
import { counter, histogram } from './instruments.ts'

/**
 * The class of a status. 503 is apart: callers can cause it, and it has causes with metrics and
 * alerts of their own.
 */
function statusLabel(status: number): string {
  return status === 503 ? '503' : `${Math.floor(status / 100)}xx`
}

/** Counts requests and the documents they store. */
export function apiObserver(registry: Registry): ApiObserver {
  const answers = histogram(
    registry,
    'selfbill_http_request_duration_seconds',
    'From a request to the end of its answer',
    ['operation', 'status'],
    [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  )
  const abandoned = counter(
    registry,
    'selfbill_http_abandoned_requests_total',
    'Requests whose caller disconnected before the end of the answer, by stage',
    ['during'],
  )
  for (const during of abandonedDuring) abandoned.inc({ during }, 0)
  const documents = counter(
    registry,
    'selfbill_documents_total',
    'Documents stored, by family and by whether a fatal rule failed',
    ['family', 'validity'],
  )
  const fatal = counter(registry, 'selfbill_fatal_findings_total', 'Documents stored in which a fatal rule failed', [
    'rule',
  ])
  return {
    answered(operation, status, tookMs) {
      answers.observe({ operation: operation ?? 'none', status: statusLabel(status) }, tookMs / 1000)
    },
    abandoned: (during) => abandoned.inc({ during }),
    documentStored(family, findings) {
      const rules = new Set(findings.filter(({ flag }) => flag === 'fatal').map(({ reasonCode }) => reasonCode))
      documents.inc({ family, validity: rules.size === 0 ? 'valid' : 'invalid' })
      for (const rule of rules) fatal.inc({ rule })
    },
  }
}

/** Measures calls of the database. */
export function databaseObserver(registry: Registry): DatabaseObserver {
  const calls = histogram(
    registry,
    'selfbill_database_duration_seconds',
    'From a call of the database to its answer, waiting for a connection included',
    ['call', 'outcome'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
  )
  return {
    called: (call, isAnswered, tookMs) =>
      calls.observe({ call, outcome: isAnswered ? 'answered' : 'failed' }, tookMs / 1000),
  }
}

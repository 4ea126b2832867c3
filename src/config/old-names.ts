import type { MemberName } from './settings.ts'

/**
 * The names that members had as settings of their own. They are read until the next minor version,
 * with a warning; then this file goes, and a member added today has no row here.
 */
export const oldNames: Partial<Readonly<Record<MemberName, string>>> = {
  'OIDC.issuer': 'OIDC_ISSUER',
  'OIDC.client_id': 'OIDC_CLIENT_ID',
  'OIDC.client_secret': 'OIDC_CLIENT_SECRET',
  'OIDC.name': 'OIDC_NAME',
  'OIDC.org_claim': 'OIDC_ORG_CLAIM',
  'OIDC.role_claim': 'OIDC_ROLE_CLAIM',
  'OIDC.roles': 'OIDC_ROLES',
  'METRICS.port': 'METRICS_PORT',
  'METRICS.host': 'METRICS_HOST',
  'METRICS.token': 'METRICS_TOKEN',
  'TUNING.gateway_timeout_ms': 'GATEWAY_TIMEOUT_MS',
  'TUNING.sandbox_delay_ms': 'SANDBOX_DELAY_MS',
  'TUNING.worker_concurrency': 'WORKER_CONCURRENCY',
  'TUNING.worker_lease_ms': 'WORKER_LEASE_MS',
  'TUNING.mls_overdue_minutes': 'MLS_OVERDUE_MINUTES',
  'TUNING.notice_hour': 'NOTICE_HOUR',
  'TUNING.rate_limit_per_minute': 'RATE_LIMIT_PER_MINUTE',
  'TUNING.profile_rate_limit_per_minute': 'PROFILE_RATE_LIMIT_PER_MINUTE',
  'TUNING.token_rate_limit_per_minute': 'TOKEN_RATE_LIMIT_PER_MINUTE',
  'TUNING.request_memory_mb': 'REQUEST_MEMORY_MB',
  'TUNING.record_threads': 'RECORD_THREADS',
}

// @selfbill/client, the TypeScript client of the Selfbill API.
export type * from './api-types.ts'
export { SelfbillClient } from './client.ts'
export type { DryRun, IssueOptions } from './documents.ts'
export { Documents } from './documents.ts'
export { SelfbillError } from './errors.ts'
export type { EventsOptions } from './events.ts'
export type { ClientOptions, Credentials } from './options.ts'

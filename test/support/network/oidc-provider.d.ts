// The part of oidc-provider that the tests use; the package has no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Configuration {
    readonly clients: readonly object[]
    readonly claims: Readonly<Record<string, readonly string[]>>
    readonly cookies: { readonly keys: readonly string[] }
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>
    readonly pkce: { readonly required: () => boolean }
    readonly ttl: Readonly<Record<string, number>>
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string }
    findAccount(context: unknown, accountId: string): Account
  }

  interface Account {
    readonly accountId: string
    claims(): Promise<Readonly<Record<string, unknown>>>
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: new (claims: {
      readonly accountId: string
      readonly clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

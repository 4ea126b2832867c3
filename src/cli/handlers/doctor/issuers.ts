import { remoteKeys } from '../../../api/identity/remote-keys.ts'
import type { Config } from '../../../config/config.ts'
import { discoverProvider } from '../../../people/oidc/provider.ts'
import { type Diagnosis, fine, reasonOf, wrong } from './diagnosis.ts'

/** Asks the OpenID provider for its metadata, and each trusted issuer for its keys. */
export async function diagnoseIssuers({ oidc, trustedIssuers }: Config): Promise<readonly Diagnosis[]> {
  const provider = oidc === undefined ? [] : [diagnoseProvider(oidc)]
  return Promise.all([...provider, ...trustedIssuers.map(diagnoseIssuer)])
}

async function diagnoseProvider(oidc: NonNullable<Config['oidc']>): Promise<Diagnosis> {
  const what = `OpenID provider ${oidc.name}`
  try {
    await discoverProvider(oidc)
    return fine(what, `It answers with its metadata as ${oidc.issuer}`)
  } catch (error) {
    const repair =
      'Compare OIDC.issuer with "issuer" in its /.well-known/openid-configuration, letter by letter, and look ' +
      'whether this machine reaches it'
    return wrong(what, `Nobody can sign in there: ${innermost(error)}`, repair)
  }
}

async function diagnoseIssuer({ issuer, jwksUri }: Config['trustedIssuers'][number]): Promise<Diagnosis> {
  const what = `issuer ${issuer}`
  try {
    const keys = await remoteKeys(jwksUri)
    return fine(what, `It answers with ${keys.length === 1 ? '1 key' : `${keys.length} keys`}`)
  } catch (error) {
    const repair =
      'Compare jwks_uri in TRUSTED_ISSUERS with its documentation, and look whether this machine reaches it'
    return wrong(what, `Its tokens cannot be checked: ${innermost(error)}`, repair)
  }
}

/** `fetch failed` says nothing; its cause does. */
function innermost(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : reasonOf(error)
}

import { type Family, Type } from '@selfbill/pint-ae/document'
import { pathPart } from '../../../../client/src/paths.ts'

/** The schema of the links of an answer: the API for programs, the page for people. */
export const Links = Type.Object({ api: Type.String(), page: Type.String() })

/** A document in the API and in the console. */
export function documentLinks(address: string, family: string, id: string) {
  const place = `${pathPart(family)}/${pathPart(id)}`
  return { api: `${address}/api/${place}`, page: `${address}/console/documents/${place}` }
}

/** What the service documents about a rule. */
export function ruleLinks(address: string, id: string) {
  return { api: `${address}/api/rules/${pathPart(id)}`, page: `${address}/console/rules/${pathPart(id)}` }
}

/** Where the reference of the API describes a field. */
export function fieldPage(address: string, name: string): string {
  return `${address}/reference?q=${encodeURIComponent(name)}`
}

/** Where the reference of the API lists an error. */
export function errorPage(address: string, id: string): string {
  return `${address}/reference/errors#${encodeURIComponent(id)}`
}

/** Paths of the API. An id is one part of a path, whatever it contains. */
export function createPath(family: Family, businessProfileId: string): string {
  return `/api/${family}/${pathPart(businessProfileId)}`
}

export function documentPath(family: Family, id: string): string {
  return `/api/${family}/${pathPart(id)}`
}

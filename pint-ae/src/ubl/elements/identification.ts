import { branch, type Element, leaf, type Name } from '@selfbill/schematron/xml'
import { cbc } from '../names.ts'
import { attributesOf } from './leaves.ts'

/** An identifier of an item or a party, with its scheme if known. */
export function identification(name: Name, sent: Identification | undefined, origin: string): Element | undefined {
  if (sent === undefined) return undefined
  const attributes = attributesOf(['schemeID', sent.scheme_id], ['schemeVersionID', sent.scheme_version_id])
  return branch(name, [leaf(cbc.ID, sent.id, 'id', attributes)], origin)
}

interface Identification {
  readonly id: string
  readonly scheme_id?: string
  readonly scheme_version_id?: string
}

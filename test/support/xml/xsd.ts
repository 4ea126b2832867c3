import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/**
 * Validation against the schemas of UBL 2.1 and of its envelope. They are not part of this
 * repository: tests that need them are skipped with a line of output, unless the schemas are in
 * `../shared/xsd`.
 */
export function xsdErrors(text: string, root: SchemaRoot): readonly string[] {
  const document = XmlDocument.fromString(text)
  try {
    validatorOf(root).validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ line, message }) => `line ${line}: ${message.trim()}`)
  } finally {
    document.dispose()
  }
}

/** True if the schemas are installed. The first call prints a line if they are not. */
export function xsdAvailable(): boolean {
  const isAvailable = existsSync(folder)
  if (!isAvailable && !isSaid) console.log(`XSD validation skipped: there are no schemas in ${folder}`)
  isSaid ||= !isAvailable
  return isAvailable
}

export type SchemaRoot = 'Invoice' | 'CreditNote' | 'ApplicationResponse' | 'StandardBusinessDocument'

function validatorOf(root: SchemaRoot): XsdValidator {
  const known = validators.get(root)
  if (known) return known
  const isEnvelope = root === 'StandardBusinessDocument'
  const file = `${folder}/${isEnvelope ? 'sbdh/StandardBusinessDocumentHeader' : `ubl-2.1/maindoc/UBL-${root}-2.1`}.xsd`
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file })
  const validator = XsdValidator.fromDoc(schema)
  schema.dispose()
  validators.set(root, validator)
  return validator
}

const folder = fileURLToPath(new URL('../../../../shared/xsd', import.meta.url))
const validators = new Map<SchemaRoot, XsdValidator>()
let isSaid = false

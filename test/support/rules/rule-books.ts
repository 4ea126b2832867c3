import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes a folder of rule books: the text of each file, or an object as JSON, by its path. */
export function writeRuleBooks(directory: string, files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'

/** A Schematron file with these contents, in the usual prefixes of UBL. */
export function schemaOf(content: string): string {
  return (
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">' +
    `<ns prefix="cbc" uri="${ubl}:CommonBasicComponents-2"/><ns prefix="cac" uri="${ubl}:CommonAggregateComponents-2"/>` +
    `<ns prefix="o" uri="${ubl}:Order-2"/><ns prefix="i" uri="${ubl}:Invoice-2"/>${content}</schema>`
  )
}

/** A pattern with one rule. */
export function patternOf(context: string, assertions: string): string {
  return `<pattern><rule context="${context}">${assertions}</rule></pattern>`
}

/** A UBL document with these headers, then `content`. */
export function ublOf(
  root: string,
  { id, profile }: { readonly id?: string; readonly profile?: string },
  content = '',
  namespace = `${ubl}:${root}-2`,
): string {
  return (
    `<${root} xmlns="${namespace}" xmlns:cbc="${ubl}:CommonBasicComponents-2" ` +
    `xmlns:cac="${ubl}:CommonAggregateComponents-2">` +
    (id === undefined ? '' : `<cbc:CustomizationID>${id}</cbc:CustomizationID>`) +
    (profile === undefined ? '' : `<cbc:ProfileID>${profile}</cbc:ProfileID>`) +
    `${content}</${root}>`
  )
}

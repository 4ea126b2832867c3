import type { SchematronSource } from '@selfbill/schematron/engine'

/**
 * Joins all rule files into one, because the compiler of SaxonJS takes seconds for each. Equal
 * declarations of several files appear once.
 */
export function oneSchematron(sources: readonly SchematronSource[]): string {
  const declarations = new Set(sources.flatMap(({ text }) => text.match(declaration) ?? []))
  const contents = sources.map(({ text }) =>
    text
      .replace(/^[\s\S]*?<schema [^>]*>/, '')
      .replace(/<\/schema>\s*$/, '')
      .replace(/<title>.*<\/title>/, '')
      .replace(declaration, ''),
  )
  const namespaces = 'xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:sb="urn:selfbill:rulebook"'
  return `<schema ${namespaces} queryBinding="xslt2">${[...declarations].join('')}${contents.join('')}</schema>`
}

/** A prefix, or a variable of the file. */
const declaration = /<ns [^>]*\/>|^ {2}<let [^>]*\/>/gm

/**
 * Adds to a PDF from Typst what Typst leaves out: that viewers show its title, how its attachment
 * relates to it, and, if `isConformant`, that it conforms to PDF/A-3a and PDF/UA-1. They are
 * appended, as the format allows, so that nothing else of the file is parsed or copied. Throws for
 * a PDF that is written in another way.
 */
export function describedPdf(pdf: Uint8Array, isConformant: boolean): Uint8Array {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const end = file.toString('latin1', Math.max(0, file.length - 1024))
  const start = Number(found(end, /startxref\s+(\d+)\s+%%EOF\s*$/))
  const root = Number(found(end, /\/Root (\d+) 0 R/))
  const catalog = objectAt(file, start, root)
  const changed = new Map<number, string>()

  const attachment = /\/EmbeddedFiles <<\s+\/Names \[(?:\([^)]*\)|<[^>]*>) (\d+) 0 R\]/.exec(catalog)?.[1]
  if (attachment !== undefined) {
    const number = Number(attachment)
    changed.set(number, extended(objectAt(file, start, number), '/AFRelationship /Alternative'))
  }
  const files = attachment === undefined ? '' : ` /AF [${attachment} 0 R]`
  const preferences = '/ViewerPreferences <<'
  changed.set(
    root,
    catalog.includes(preferences)
      ? extended(catalog.replace(preferences, `${preferences} /DisplayDocTitle true`), files)
      : extended(catalog, `${preferences} /DisplayDocTitle true >>${files}`),
  )
  if (isConformant) {
    const number = Number(found(catalog, /\/Metadata (\d+) 0 R/))
    changed.set(number, identified(objectAt(file, start, number), number))
  }
  return Buffer.concat([file, updateOf(changed, file.length, start, end)])
}

/**
 * Whether all characters have letters in the fonts of every page, and stand for themselves in the
 * PDF's text. Of other letters some do not, such as Arabic vowel signs.
 */
export function hasOnlyKnownLetters(text: string): boolean {
  return onlyKnownLetters.test(text)
}

/** Latin, Arabic without Persian letters and vowel signs, and the signs that we print ourselves. */
const onlyKnownLetters =
  /^[\x20-\x7e\xa0-\u017f\u060c\u061b\u061f\u0621-\u063a\u0641-\u064a\u2010-\u2026\u2066-\u2069\u20ac\u2212]*$/

/** The object's source, from its number to `endobj`. */
function objectAt(file: Buffer, start: number, number: number): string {
  // Every line of the table of objects has 20 characters.
  const table = file.indexOf('\n', file.indexOf('\n', start) + 1) + 1
  const line = file.toString('latin1', table + number * 20, table + number * 20 + 18)
  const from = Number(found(line, /^(\d{10}) 00000 n/))
  const source = file.toString('latin1', from, file.indexOf('\nendobj', from) + '\nendobj'.length)
  if (!source.startsWith(`${number} 0 obj`)) throw new Error(`the PDF has no object ${number} at ${from}`)
  return source
}

/** With further entries at the end of its dictionary, which is all of the object. */
function extended(object: string, entries: string): string {
  const end = object.lastIndexOf('>>')
  return `${object.slice(0, end)} ${entries} ${object.slice(end)}`
}

/** Metadata with the claims of conformance. */
function identified(object: string, number: number): string {
  const xmp = found(object, /stream\r?\n([\s\S]*?)\r?\nendstream/)
  const named = xmp.replace('</rdf:RDF>', `${claims}</rdf:RDF>`)
  const dictionary = `<< /Type /Metadata /Subtype /XML /Length ${named.length} >>`
  return `${number} 0 obj\n${dictionary}\nstream\n${named}\nendstream\nendobj`
}

/** The changed objects, their places, and a trailer that refers to the table before. */
function updateOf(changed: ReadonlyMap<number, string>, offset: number, start: number, end: string): Buffer {
  let text = '\n'
  let table = 'xref\n'
  for (const [number, object] of changed) {
    table += `${number} 1\n${String(offset + text.length).padStart(10, '0')} 00000 n \n`
    text += `${object}\n`
  }
  const trailer = found(end, /trailer\s+<<([\s\S]*)>>\s+startxref/)
  const tableAt = offset + text.length
  return Buffer.from(`${text}${table}trailer\n<<${trailer}/Prev ${start}\n>>\nstartxref\n${tableAt}\n%%EOF\n`, 'latin1')
}

function found(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)?.[1]
  if (match === undefined) throw new Error(`the PDF has nothing like ${pattern}`)
  return match
}

const claims = `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfaid:part>3</pdfaid:part>\
<pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part></rdf:Description>\
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">\
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>\
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
<pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>PDF/UA version identifier</pdfaProperty:description>\
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`

/**
 * All that a test puts where a page leaves something to its reader. `⟦name⟧` is what the test
 * knows by then, such as the address of its service or an id that an earlier block printed.
 */
const placeholders: readonly (readonly [written: RegExp, filled: string])[] = [
  // Addresses.
  [/http:\/\/127\.0\.0\.1:8080/g, '⟦address⟧'],
  [/https:\/\/(…|selfbill\.example)(?=[/'"])/g, '⟦address⟧'],
  [/\bdb\.example\b/g, '127.0.0.1'],
  [/(?<=@127\.0\.0\.1)(?=\/)/g, ':⟦port⟧'],
  [/\bGATEWAY=…/g, 'GATEWAY=sandbox'],
  [/\bDATABASE_URL=…/g, 'DATABASE_URL=postgres://selfbill@127.0.0.1:⟦port⟧/restored'],
  // What an earlier answer printed.
  [/(?<![$A-Z_{])CLIENT_ID\b(?!=)/g, '⟦SELFBILL_CLIENT_ID⟧'],
  [/\bDOCUMENT_ID\b/g, '⟦DOCUMENT_ID⟧'],
  [/\bTRANSMISSION_UUID\b/g, '⟦TRANSMISSION_UUID⟧'],
  [
    /clientId: 'erp', clientSecret: 'as it was shown once'/g,
    "clientId: '⟦SELFBILL_CLIENT_ID⟧', clientSecret: '⟦SELFBILL_CLIENT_SECRET⟧'",
  ],
  // Choices of the reader.
  [/--because TEXT\b/g, "--because 'connection was refused'"],
  [/(?<=\s)FILE$/gm, 'evidence.zip'],
  [/\bPASSWORD\b|(?<=password ')…/g, 'a-password'],
  // A reader at a terminal types yes.
  [
    /\bbin\/selfbill (organisation revoke|keys rotate(?= --at-once)|user erase|retry(?= --because)|distribute|restored)\b/g,
    '$& --yes',
  ],
  [/\bbin\/selfbill organisation set(?=.* --remove-after-retention on)/g, '$& --yes'],
  // The package from its sources, and one of the options of a form.
  [/npx @selfbill\/schematron/g, 'node schematron/bin/schematron.js'],
  [/… \[--svrl \| --json\].*/g, ' --json'],
  [/\/path\/to\/selfbill\//g, ''],
  [/\/backup\/(?=falcon)/g, './'],
]

/** The text as a reader with this knowledge writes it. */
export function filled(text: string, known: Readonly<Record<string, string>>): string {
  const words = placeholders.reduce((whole, [written, filled]) => whole.replaceAll(written, filled), text)
  return words.replaceAll(/⟦(\w+)⟧/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`nothing is known for ${name} in: ${text}`)
    return value
  })
}

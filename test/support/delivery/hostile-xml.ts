/** A valid status, turned into every known attack on XML readers. */
export function hostileXml(good: string): readonly (readonly [what: string, source: string | Uint8Array])[] {
  const body = good.slice(good.indexOf('?>') + 2).trimStart()
  const doctype = (inside: string) => `<?xml version="1.0"?><!DOCTYPE x [${inside}]>${body}`
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const deep = (levels: number) => good.replace('<cbc:ID>', `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}$&`)
  return [
    ['nothing', ''],
    ['an entity bomb', doctype(`<!ENTITY l0 "ha">${laughs}`).replace('>AP<', '>&l12;<')],
    [
      'one long entity, often',
      doctype(`<!ENTITY a "${'a'.repeat(100_000)}">`).replace('>AP<', `>${'&a;'.repeat(1_000)}<`),
    ],
    ['a file as an entity', doctype('<!ENTITY f SYSTEM "file:///etc/passwd">').replace('>AP<', '>&f;<')],
    ['a place on the network', doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;')],
    ['a DTD elsewhere', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${body}`],
    ['a DTD behind comments', `<?xml version="1.0"?><!-- a --><?b c?>\n<!DOCTYPE x>${body}`],
    ['an entity nobody declared', good.replace('>AP<', '>&who;<')],
    ['a thousand levels', deep(1_000)],
    ['a hundred levels', deep(120)],
    ['a million levels', deep(1_000_000)],
    ['50 MB of text', good.replace('>AP<', `>${'A'.repeat(50_000_000)}<`)],
    ['50 MB of bytes', Buffer.alloc(50_000_000, 0x20)],
    ['9 MB of elements never closed', `<?xml version="1.0"?>${'<a>'.repeat(3_000_000)}`],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${good}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(good, 'utf16le')],
    ['a DTD in UTF-16', Buffer.from(doctype('<!ENTITY a "b">').replace('>AP<', '>&a;<'), 'utf16le').swap16()],
    ['an encoding far away', good.replace('encoding="UTF-8"', `${' '.repeat(500)}encoding="ISO-8859-1"`)],
    [
      'a DTD in Latin 1',
      doctype('<!ENTITY a "b">').replace('"1.0"', '"1.0" encoding="ISO-8859-1"').replace('>AP<', '>&a;<'),
    ],
    ['UTF-8 by its mark, Latin 1 by its word', Buffer.from(`\uFEFF${good.replace('UTF-8', 'ISO-8859-1')}`)],
    ['bytes that are no ASCII', Buffer.from(good.replace('UTF-8', 'US-ASCII').replace('>AP<', '>\u00E9<'), 'latin1')],
    ['UTF-32 of nothing', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.alloc(4_000, 0xff)])],
    ['UTF-16 cut in half', Buffer.from(`\uFEFF${good.replace('encoding="UTF-8"', '')}`, 'utf16le').subarray(0, -1)],
    ['UTF-7', good.replace('UTF-8', 'UTF-7')],
    ['EBCDIC by name', good.replace('UTF-8', 'IBM037')],
    ['Latin 1 bytes called UTF-8', Buffer.from(good.replace('>AP<', '>\u00E9<'), 'latin1')],
    ['an overlong slash', Buffer.concat([Buffer.from(good), Buffer.from([0xc0, 0xaf])])],
    ['a NUL', good.replace('>AP<', '>A\u0000P<')],
    ['cut off', good.slice(0, -30)],
    ['two roots', `${good}<x/>`],
    ['JSON', '{"code":"AP"}'],
    ['the same attribute twice', good.replace('schemeID="0242"', 'schemeID="0242" schemeID="0235"')],
    ['a prefix nobody declared', good.replace('<cbc:ID>', '<evil:ID/><cbc:ID>')],
  ]
}

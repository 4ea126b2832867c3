import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchedByMaven } from '../access-point/maven.ts'
import { NotHere } from '../access-point/not-here.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/field', import.meta.url))

/**
 * The jars of Saxon-HE, each with the jars that it needs beside it, fetched on first use. Throws
 * NotHere without a Java that compiles, or when Maven cannot fetch them.
 */
export function saxonJars(): Readonly<Record<string, string>> {
  if (spawnSync('javac', ['-version']).error !== undefined) throw new NotHere('there is no javac')
  const jars = Object.entries(artefacts).map(([name, [saxon, ...needed]]) => {
    const folder = join(cache, name.replace(' ', '-').toLowerCase())
    for (const one of needed) fetchedByMaven(one, folder)
    return [name, fetchedByMaven(saxon, folder)] as const
  })
  return Object.fromEntries(jars)
}

const artefacts: Readonly<Record<string, readonly [saxon: string, ...needed: string[]]>> = {
  'Saxon 9.9': ['net.sf.saxon:Saxon-HE:9.9.1-8'],
  'Saxon 12.9': [
    'net.sf.saxon:Saxon-HE:12.9',
    'org.xmlresolver:xmlresolver:5.3.3',
    'org.xmlresolver:xmlresolver:5.3.3:jar:data',
  ],
}

/** The folder with the ISO skeleton, as the library that makes the stylesheets of phive-rules has it. */
export function skeletonFolder(): string {
  const inJar = 'external/schematron/20100710-xslt2'
  const folder = join(cache, 'skeleton', inJar)
  if (existsSync(folder)) return folder
  const jar = fetchedByMaven('com.helger.schematron:ph-schematron-xslt:8.0.6', cache)
  mkdirSync(join(cache, 'skeleton'), { recursive: true })
  const run = spawnSync('jar', ['xf', jar, inJar], { cwd: join(cache, 'skeleton') })
  if (run.status !== 0) throw new NotHere(`the skeleton cannot be unpacked: ${run.error ?? run.stderr}`)
  const expand = join(folder, 'iso_abstract_expand.xsl')
  writeFileSync(expand, passingOver(readFileSync(expand, 'utf8')))
  return folder
}

/**
 * The stylesheet that expands abstract patterns, which tries every parameter on every text: minutes for
 * EN 16931. Here a text passes over the parameters that it does not name; the result is the same.
 */
function passingOver(expand: string): string {
  const next = `//iso:pattern[@id=$caller]/iso:param[position() >= $paramNumber][contains($text, concat('$', @name))][1]`
  return expand
    .replaceAll(/\/\/iso:pattern\[@id=\$caller\]\/iso:param\[ \$paramNumber ?\]/g, () => '$next')
    .replace(/(?=<xslt:choose>\s*<xslt:when test="\$next")/, () => `<xslt:variable name="next" select="${next}"/>`)
    .replace('$paramNumber + 1', 'count($next/preceding-sibling::iso:param) + 2')
}

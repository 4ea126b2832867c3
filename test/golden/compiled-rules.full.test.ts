import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { catalogueOf, readOurRuleFiles, rulebookOf } from '@selfbill/pint-ae/rule-files'
import { type Rulebook, ruleSets } from '@selfbill/pint-ae/rulebook'
import { compiledCatalogue, compiledRules } from '../../scripts/compiled-rules.ts'
import { openCatalogue, openRulebook } from '../../src/rules/open-rulebook.ts'
import { openApiText, writeOpenApi } from '../../src/service/openapi-text.ts'
import { caseDocuments, exampleDocuments } from '../support/rules/judged-documents.ts'

// The rules that the packages are published with, and those that this clone keeps, are what its rule
// files say now.

suite('the compiled rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-compiled-'))
  after(() => rmSync(folder, { recursive: true }))

  test('find on the cases of every rule what the rule files find, and call themselves the same', async () => {
    const { ourRulebook }: { ourRulebook: (gaps: boolean) => Rulebook } = await loaded('rules.mjs', compiledRules())
    const documents = [...caseDocuments(), ...exampleDocuments()]
    assert.ok(documents.length > 500)
    let found = 0
    for (const gaps of [true, false]) {
      const compiled = rulebookOf(readOurRuleFiles(), gaps, (text) => hash('sha256', text, 'hex'))
      const [written, kept] = [ourRulebook(gaps), await openRulebook({ gaps })]
      for (const set of ruleSets) {
        assert.deepEqual(written.rules(set), compiled.rules(set))
        assert.deepEqual(kept.rules(set), compiled.rules(set))
        assert.deepEqual(written.identity(set), compiled.identity(set))
        assert.deepEqual(kept.identity(set), compiled.identity(set))
      }
      for (const [at, { name, root }] of documents.entries()) {
        // The two sets share all rules but one.
        const set = at % 5 === 0 ? 'billing' : 'self-billing'
        const findings = compiled.judge(root, set)
        found += findings.length
        assert.equal(JSON.stringify(written.judge(root, set)), JSON.stringify(findings), name)
        assert.equal(JSON.stringify(kept.judge(root, set)), JSON.stringify(findings), name)
      }
    }
    assert.ok(found > 1_000, `${found} findings`)
  })

  test('have the catalogue of the rule files, and evaluate no text', async () => {
    const { ourCatalogue }: { ourCatalogue: () => unknown } = await loaded('catalogue.mjs', compiledCatalogue())
    for (const gaps of [true, false]) {
      const made = JSON.parse(JSON.stringify(catalogueOf(readOurRuleFiles(), gaps)))
      assert.deepEqual(await openCatalogue({ gaps }), made)
      if (gaps) assert.deepEqual(ourCatalogue(), made)
    }
    assert.doesNotMatch(compiledRules(), /new Function|\beval\(/)
  })

  test('stand beside the OpenAPI document that this clone keeps', async () => {
    assert.equal(await openApiText(), await writeOpenApi())
  })

  /** Beside the sources, whose entries the module imports. */
  async function loaded<Module>(name: string, text: string): Promise<Module> {
    const sources = new URL('../../pint-ae/src/rulebook/', import.meta.url)
    const engine = new URL('../../schematron/src/compiled/written.ts', import.meta.url)
    const file = join(folder, name)
    writeFileSync(
      file,
      text
        .replace("'./written-rulebook.js'", JSON.stringify(new URL('written-rulebook.ts', sources).href))
        .replace("'@selfbill/schematron/written'", JSON.stringify(engine.href)),
    )
    return import(pathToFileURL(file).href)
  }
})

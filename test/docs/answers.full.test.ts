import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { patternOf, schemaOf, writeRuleBooks } from '../support/rules/rule-books.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { type Asker, answers, jsonOf, requests, ruleBook } from './answers.ts'
import { blockOf, placeOf } from './blocks.ts'
import { assertShown } from './shown.ts'

// Each answer that a page shows is an answer of the service, and each request is accepted.

const directory = mkdtempSync(join(tmpdir(), 'selfbill-docs-rule-books-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const book = jsonOf(...ruleBook)
const noNumber = patternOf('/*', '<assert id="BR-02" flag="fatal" test="cbc:ID">An invoice has a number.</assert>')
const [rules = '', others = ''] = book.files
writeRuleBooks(directory, {
  'bis/rulebook.json': book,
  [`bis/${rules}`]: schemaOf(noNumber),
  [`bis/${others}`]: schemaOf(patternOf('/*', '<assert id="P-1" test="true()">Always.</assert>')),
})

eachService('the answers in the pages', (start) => {
  let running: TestService
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    running = await start({
      RULEBOOKS_DIR: directory,
      SECRET_KEY: '5e'.repeat(32),
      TOKEN_ISSUER: 'https://selfbill.example/',
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    })
  })
  after(() => receiver.close())

  const asker = async (): Promise<Asker> => ({
    address: running.address,
    receiver,
    tenant: await running.tenant({ scope: 'documents:read documents:write profiles admin' }),
  })

  for (const [page, shown] of Object.entries(answers))
    suite(page, () => {
      for (const [beginning, { ask, samples }] of Object.entries(shown)) {
        const block = blockOf(page, beginning)
        test(`${placeOf(block)}: ${beginning}`, async () => {
          assertShown(JSON.parse(block.text), await ask(await asker()), samples)
        })
      }
    })

  for (const [page, sent] of Object.entries(requests))
    suite(page, () => {
      for (const [beginning, { send, status }] of Object.entries(sent)) {
        const block = blockOf(page, beginning)
        test(`${placeOf(block)}: ${beginning}`, async () => {
          const answer = await send(block.text, await asker())
          assert.equal(answer.status, status, answer.text)
        })
      }
    })
})

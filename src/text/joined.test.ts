import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeJson } from '@selfbill/pint-ae/json'
import { groupSize, joined } from '@selfbill/schematron/xml'

const counts = [0, 1, groupSize - 1, groupSize, groupSize + 1, 2 * groupSize, 5 * groupSize + 3]

describe('joined', () => {
  for (const count of counts) {
    it(`joins ${count} texts in their order`, () => {
      const texts = Array.from({ length: count }, (_, at) => `text ${at};`)
      assert.equal(
        joined(texts, (text, at) => `${at}:${text}`),
        texts.map((text, at) => `${at}:${text}`).join(''),
      )
    })

    it(`a JSON list of ${count} items is written as JSON.stringify does`, () => {
      const list = Array.from({ length: count }, (_, at) => `item ${at}`)
      assert.equal(writeJson(list), JSON.stringify(list))
    })
  }
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { apiDocument, apiValidator } from '../../../../test/support/service/api-schemas.ts'
import { fetchDeclared } from '../../../../test/support/service/fetch-declared.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { documentedPaths } from '../../../api/openapi/paths.ts'
import { operations as operationsOfService } from '../../../features/index.ts'
import { scopes } from '../../../security/scopes.ts'
import { requestOf } from '../../code/sample.ts'
import { allOperations, type DescribedOperation } from './api-description.ts'
import { exampleCall } from './sample-values.ts'

// The call that "As code" shows is one that the service accepts; as-code.full.test.ts compares the code with it.

eachService('the code of the reference, sent', (start) => {
  let running: TestService
  before(async () => {
    running = await start()
  })

  test('no operation refuses the shape of its own example', async () => {
    const operations = allOperations('en')
    assert.ok(operations.length > 100)
    const refused = await Promise.all(operations.map(async (described) => [described.id, await answerTo(described)]))
    assert.deepEqual(
      refused.filter(([, answer]) => answer !== undefined),
      [],
    )
  })

  // An unknown id is answered before the body is read.
  test('every JSON body of an example fits the schema of its operation', () => {
    const paths = documentedPaths(operationsOfService)
    for (const described of allOperations('en')) {
      const { body } = exampleCall(described)
      if (described.body?.mediaType !== 'application/json') continue
      const path = paths.get(described.operation)?.path ?? assert.fail(described.id)
      const { requestBody }: Documented = Object(apiDocument.paths[path]?.[described.method.toLowerCase()])
      const fits = apiValidator(requestBody.content['application/json'].schema)
      assert.ok(fits(body), `${described.id}: ${JSON.stringify(fits.errors?.slice(0, 3))}`)
    }
  })

  /** In an organisation of its own, because some end their own session or switch things off. */
  async function answerTo(described: DescribedOperation): Promise<string | undefined> {
    const tenant = await running.tenant({ scope: scopes.join(' ') })
    const { sample, url, method, mediaType } = requestOf(exampleCall(described), running.address)
    const own = (text: string) => text.replaceAll('BP-DEMO000001', tenant.profileId)
    const body = typeof sample.body === 'string' ? sample.body : JSON.stringify(sample.body)
    const { status, text } = await fetchDeclared(running.address, own(url.slice(running.address.length)), {
      method,
      headers: {
        authorization: `Bearer ${tenant.token}`,
        ...(mediaType !== undefined && { 'content-type': mediaType }),
      },
      ...(sample.body !== undefined && { body: own(body) }),
    })
    return ofShape.includes(status) ? `${status} ${text.slice(0, 200)}` : undefined
  }
})

interface Documented {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}

/** An unknown id, a secret that the example cannot know and a conflict are no fault of the shape. */
const ofShape = [400, 405, 406, 411, 413, 415, 422, 431]

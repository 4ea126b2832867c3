import assert from 'node:assert/strict'
import { join } from 'node:path'
import { projectFile } from './deploy-files.ts'

/** An installation that runs: its address and its command line. */
export interface Installation {
  readonly address: string
  /** Resolves to the standard output; fails unless the command ends with 0. */
  readonly selfbill: (...args: readonly string[]) => Promise<string>
  /** Where the command line finds the package. */
  readonly folder: string
}

/**
 * What an operator does first: an organisation, a profile, a token, a document, its PDF. Large
 * documents and PDFs use the threads, so this runs most of the service.
 */
export async function issueFirstDocuments({ address, selfbill, folder }: Installation): Promise<void> {
  const name = 'Falcon Trading'
  await selfbill('organisation', 'add', name)
  const file = join(folder, 'examples/business-profile.json')
  const profile = (await selfbill('profile', 'add', '--org', name, file)).trim()
  const token = (await selfbill('token', '--org', name)).trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const example of ['purchase-invoice', 'large-1000-lines']) {
    const body = projectFile(`examples/${example}.json`)
    const created = await fetch(`${address}/api/purchase-invoices/${profile}`, { method: 'POST', headers, body })
    const text = await created.text()
    assert.equal(created.status, 201, text.slice(0, 500))
    const { id } = JSON.parse(text)
    const printed = await fetch(`${address}/api/purchase-invoices/${id}/pdf`, { headers })
    assert.equal(printed.status, 200)
    assert.match(
      Buffer.from(await printed.arrayBuffer())
        .subarray(0, 8)
        .toString('latin1'),
      /^%PDF-1/,
    )
    const evidence = await fetch(`${address}/api/purchase-invoices/${id}/evidence`, { headers })
    assert.equal(evidence.status, 200)
    await evidence.arrayBuffer()
  }
}

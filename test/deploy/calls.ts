import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'

/**
 * Callers that create, read and list documents, each over one kept connection, and note every
 * request that fails.
 */
export class Calls {
  readonly created: string[] = []
  readonly failures: string[] = []
  answered = 0
  readonly #address: string
  readonly #account: CallingAccount
  readonly #body = jsonOf(aPurchaseInvoice())
  #isOver = false
  #pauseMs = 0
  #calling: Promise<unknown> = Promise.resolve()

  constructor(address: string, account: CallingAccount) {
    this.#address = address
    this.#account = account
  }

  /** `pauseMs`: of each caller, between two documents. */
  start(callers: number, pauseMs = 0): void {
    this.#pauseMs = pauseMs
    this.#calling = Promise.all(Array.from({ length: callers }, () => this.#call()))
  }

  /** Resolves when so many more requests were answered, or one failed. */
  async more(count: number): Promise<void> {
    const enough = this.answered + count
    while (this.answered < enough && this.failures.length === 0) await delay(20)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#calling
  }

  async untilApproved(): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    for (const id of this.created) {
      let status = ''
      for (let tries = 0; tries < 300 && status !== 'APPROVED'; tries += 1) {
        if (tries > 0) await delay(50)
        const { text } = await this.#send(agent, 'GET', `/api/purchase-invoices/${id}`)
        status = JSON.parse(text).meta_info?.peppol_status?.overall_status ?? text
      }
      assert.equal(status, 'APPROVED', id)
    }
    agent.destroy()
  }

  async #call(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!this.#isOver && this.failures.length === 0) {
      try {
        const created = await this.#send(agent, 'POST', `/api/purchase-invoices/${this.#account.profileId}`, this.#body)
        if (created.status !== 201) throw new Error(`a create was answered ${created.status}: ${created.text}`)
        const { id } = JSON.parse(created.text)
        this.created.push(id)
        for (const path of [`/${id}`, '?size=5']) {
          const read = await this.#send(agent, 'GET', `/api/purchase-invoices${path}`)
          if (read.status !== 200) throw new Error(`a read of ${path} was answered ${read.status}: ${read.text}`)
        }
        this.answered += 3
        await delay(this.#pauseMs)
      } catch (error) {
        this.failures.push(String(error))
      }
    }
    agent.destroy()
  }

  #send(agent: Agent, method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#account.token}`, 'content-type': 'application/json' }
      const sent = request(`${this.#address}${path}`, { agent, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.once('error', reject)
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}

export interface CallingAccount {
  readonly profileId: string
  readonly token: string
}

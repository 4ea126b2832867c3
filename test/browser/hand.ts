import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'

/** A person at a page, who counts what a task costs: clicks, keys and pages. */
export class Hand {
  readonly page: Page
  #clicks = 0
  #keys = 0
  #pages = 0

  constructor(page: Page) {
    this.page = page
    page.on('load', () => {
      this.#pages += 1
    })
  }

  /** A task begins at the first page. */
  async begin(): Promise<void> {
    await this.page.goto('/console')
    this.#clicks = 0
    this.#keys = 0
    this.#pages = 0
  }

  report(t: TestContext): void {
    t.diagnostic(`${this.#clicks} clicks, ${this.#keys} keys, ${this.#pages} pages: ${t.name}`)
  }

  async newInvoice(): Promise<void> {
    await this.follow('New document')
    await this.choose(this.page.getByLabel('Kind of document'), { label: 'Purchase invoice' })
    await this.press('Next')
  }

  /** A click that leads to another page, or to the same one again. */
  async press(name: string | RegExp, which: 'first' | 'last' = 'first'): Promise<void> {
    const buttons = this.page.locator('main').getByRole('button', { name, exact: typeof name === 'string' })
    await this.#leave(which === 'first' ? buttons.first() : buttons.last())
  }

  async pressOne(button: Locator): Promise<void> {
    await this.#leave(button)
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.#leave(this.page.getByRole('link', { name, exact: typeof name === 'string' }).first())
  }

  async open(summary: string): Promise<void> {
    this.#clicks += 1
    await this.page.getByText(summary, { exact: true }).click()
  }

  /** A click into the field, and a key for each letter. */
  async type(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += text.length
    await field.fill(text)
  }

  /** A click into the field, and Ctrl+V. */
  async paste(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += 2
    await field.fill(text)
  }

  async choose(list: Locator, option: { readonly label?: string; readonly index?: number }): Promise<void> {
    this.#clicks += 2
    await list.selectOption(option)
  }

  async chooseFile(name: string, buffer: Buffer): Promise<void> {
    this.#clicks += 2
    await this.page
      .locator('main input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  }

  async download(name: string, role: 'link' | 'button' = 'link'): Promise<Buffer> {
    this.#clicks += 1
    const source = this.page.locator('main').getByRole(role, { name, exact: true }).first()
    const [file] = await Promise.all([this.page.waitForEvent('download'), source.click()])
    return readFileSync(await file.path())
  }

  async #leave(what: Locator): Promise<void> {
    this.#clicks += 1
    try {
      await Promise.all([this.page.waitForEvent('load'), what.click()])
    } catch (error) {
      const shown = await this.page.locator('main').textContent()
      const said = shown?.replaceAll(/\s+/g, ' ').slice(0, 2_000)
      throw new Error(`${what} leads nowhere on ${this.page.url()}, which says:\n${said}`, { cause: error })
    }
  }
}

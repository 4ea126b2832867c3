import axe from 'axe-core'
import type { Page, Response } from 'playwright-core'

/** Watches what a page does while it loads: faults that no reader may ever meet. */
export class Watch {
  readonly #page: Page
  readonly #origin: string
  readonly #assets = new Map<string, number>()
  #faults: string[] = []
  #responses: Response[] = []
  #dialogs = 0

  constructor(page: Page, origin: string) {
    this.#page = page
    this.#origin = origin
    page.on('pageerror', (error) => this.#faults.push(`error in a script: ${error.message}`))
    page.on('dialog', async (dialog) => {
      this.#dialogs += 1
      await dialog.dismiss()
    })
    page.on('request', (request) => {
      const url = URL.parse(request.url())
      if (url?.protocol !== 'data:' && url?.origin !== origin) this.#faults.push(`request to ${request.url()}`)
    })
    page.on('response', (response) => this.#responses.push(response))
    // Our policy violated is an error on the console too.
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      const isOwnStatus = text.startsWith('Failed to load resource') && message.location().url === page.url()
      if (!(isOwnStatus && this.#isTroubleExpected)) this.#faults.push(`on the console: ${text}`)
    })
  }

  #isTroubleExpected = false

  /** Opens an address, waits until nothing loads any more, and returns the status of the page. */
  async open(address: string, { isTroubleExpected = false } = {}): Promise<number> {
    this.#faults = []
    this.#responses = []
    this.#dialogs = 0
    this.#isTroubleExpected = isTroubleExpected
    const response = await this.#page.goto(address, { waitUntil: 'load' })
    await this.#page.locator('.htmx-request').first().waitFor({ state: 'detached' })
    return response?.status() ?? 0
  }

  /** What went wrong since the page was opened, with the time before for scripts to run. */
  get faults(): readonly string[] {
    return this.#dialogs === 0 ? this.#faults : [...this.#faults, 'a dialog opened']
  }

  /** Bytes of the page with everything it loads, uncompressed. Fonts and live events do not count. */
  async bytes(): Promise<number> {
    const sizes = this.#responses.map(async (response) => {
      const url = response.url()
      const type = response.headers()['content-type'] ?? ''
      const isLeftOut = /^(font|text\/event-stream)/.test(type) || !url.startsWith(this.#origin)
      if (isLeftOut || response.status() >= 300) return 0
      const known = this.#assets.get(url)
      if (known !== undefined) return known
      const { length } = await response.body()
      if (url.includes('/assets/')) this.#assets.set(url, length)
      return length
    })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /** How far the page is wider than its window. */
  overflow(): Promise<number> {
    return this.#page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  }

  /**
   * Violations of WCAG 2.2 AA, one line each. A frame is a page of its own, which is checked by its
   * own address.
   */
  async violations(rules: keyof typeof runOnly = 'all'): Promise<string[]> {
    if (await this.#page.evaluate("typeof axe === 'undefined'")) await this.#page.evaluate(axe.source)
    // It would load every style sheet again for one rule about sound, which no page has.
    const options = { runOnly: runOnly[rules], resultTypes: ['violations'], iframes: false, preload: false }
    const found = await this.#page.evaluate<Violations>(
      `axe.run(document, ${JSON.stringify(options)})
        .then(({ violations }) => violations.map(({ id, help, nodes }) => ({
          id, help, places: nodes.map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary)
        })))`,
    )
    return found.map(({ id, help, places }) => `${id}: ${help}\n      ${places.slice(0, 3).join('\n      ')}`)
  }
}

type Violations = readonly { readonly id: string; readonly help: string; readonly places: readonly string[] }[]

const runOnly = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
  /** The rules of this group whose verdict depends on colours. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

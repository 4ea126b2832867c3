import type { Page } from 'playwright-core'

/** Waits until the page says this; when it does not, the failure shows what it says instead. */
export async function reads(page: Page, text: string | RegExp): Promise<void> {
  try {
    await page.locator('main').getByText(text).first().waitFor()
  } catch (error) {
    const shown = await page.locator('main').textContent()
    throw new Error(
      `"${text}" is not on ${page.url()}, which says:\n${shown?.replaceAll(/\s+/g, ' ').slice(0, 2_000)}`,
      { cause: error },
    )
  }
}

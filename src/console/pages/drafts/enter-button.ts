import { type Html, html } from '@selfbill/pint-ae/html'

/**
 * The key Enter presses the first button of a form: without this one it would remove a line or go
 * a step back. The check names all that is missing; a browser would stop at the first field.
 */
export function enterButton(label: string): Html {
  return html`<button class="unseen" type="submit" name="do" value="check" tabindex="-1"\
 aria-hidden="true" formnovalidate>${label}</button>`
}

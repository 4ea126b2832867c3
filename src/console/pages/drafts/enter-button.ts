import { type Html, html } from '@selfbill/pint-ae/html'
import type { Form } from '../../http/form.ts'

/**
 * The key Enter presses the first button of a form: without this one it would remove a line or go
 * a step back. The check names all that is missing; a browser would stop at the first field.
 * `enter` is a check too, unless a search of the form was typed into (`pressedIn`).
 */
export function enterButton(label: string, value: 'check' | 'enter'): Html {
  return html`<button class="unseen" type="submit" name="do" value="${value}" tabindex="-1"\
 aria-hidden="true" formnovalidate>${label}</button>`
}

/** Beside the field of a search: its button, its name, and what was found for. */
export function searchMark({ button, field, text }: Search): Html {
  return html`<input type="hidden" name="${searches}" value="${`${button} ${field} ${text ?? ''}`}">`
}

interface Search {
  /** The value of the button that searches. */
  readonly button: string
  readonly field: string
  readonly text: string | undefined
}

/** The button that was pressed; for the key Enter the one of the search that was typed into. */
export function pressedIn(form: Form): string {
  const pressed = form.text('do') ?? ''
  if (pressed !== 'enter') return pressed
  for (const mark of form.texts(searches)) {
    const [button = '', field = '', ...words] = mark.split(' ')
    const typed = form.text(field)
    if (typed !== undefined && typed !== words.join(' ').trim()) return button
  }
  return 'check'
}

const searches = 'searched'

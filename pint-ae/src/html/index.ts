// An entry for the service alone: the tag `html`.

export { type Html, type HtmlValue, html } from './html.ts'

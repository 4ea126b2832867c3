// An entry of the package, for the service: the tag `html`. It may change in any release.

export { type Html, type HtmlValue, html } from './html.ts'

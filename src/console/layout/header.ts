import { type Html, html } from '@selfbill/pint-ae/html'
import type { SignedIn } from '../../people/people.ts'
import { languages } from '../language/language.ts'
import { sharedWords } from '../parts/shared-words.ts'
import type { Visit } from '../route.ts'
import type { Chrome } from './chrome.ts'
import { approvalsPath, entriesFor, entryOf, searchPath } from './navigation.ts'
import { shellWords } from './shell-words.ts'
import { type Theme, themes } from './theme.ts'

/** The top of every page: product, search, the person's menu, and the main navigation. */
export function header(visit: Visit, view: HeaderView): Html {
  const { say, signedIn } = visit
  return html`<header>
${view.isSandbox && html`<p class="sandbox">${say(shellWords.sandbox)}</p>`}
<div class="top">
<a class="product" href="/console">${mark}<span>${say(shellWords.product)}</span></a>
${signedIn && view.hasSearch && searchBox(visit)}
${menu(visit, view)}
</div>
</header>
${signedIn && mainNavigation(visit, signedIn, view)}`
}

interface HeaderView extends Pick<Chrome, 'navigation' | 'hasSearch' | 'isSandbox'> {
  readonly theme: Theme
  readonly organisation: string | undefined
  /** How many approvals need this person. */
  readonly approvals: number
}

/** A sheet with a tick. Its colours come from the style sheet. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">\
<path class="sheet" d="M5 2h10l4 4v16H5z"></path><path class="tick" d="M8.5 13.5l2.5 2.5 5-6"></path></svg>`

function searchBox({ say }: Visit): Html {
  return html`<form class="search" role="search" action="${searchPath}" method="get">
<label class="unseen" for="search">${say(sharedWords.search)}</label>
<input id="search" name="q" type="search" placeholder="${say(shellWords.searchHint)}" maxlength="200" dir="auto"\
 autocomplete="off" data-shortcut="/">
<button class="quiet" type="submit">${say(sharedWords.search)}</button>
</form>`
}

function menu(visit: Visit, { theme, organisation }: HeaderView): Html {
  const { say, signedIn } = visit
  const name = signedIn?.person.name ?? say(shellWords.language)
  return html`<details class="menu" data-closes="outside">
<summary>${signedIn && html`<span class="unseen">${say(shellWords.menu)}: </span>`}<bdi>${name}</bdi></summary>
<div class="sheet">
${signedIn && whoIs(visit, signedIn, organisation)}
${preferenceForms(visit, theme)}
${
  signedIn &&
  html`<div class="stack"><form method="post" action="/console/sign-out"><button type="submit">\
${say(shellWords.signOut)}</button></form>
<form method="post" action="/console/sign-out/everywhere"><button class="quiet" type="submit">\
${say(shellWords.signOutEverywhere)}</button></form></div>`
}
</div>
</details>`
}

/** Language and theme: a button each, so that they work without a script. */
function preferenceForms({ say, language, address }: Visit, theme: Theme): Html {
  const languageButtons = languages.map(
    (one) =>
      html`<button class="choice" name="language" value="${one}" lang="${one}" aria-pressed="${
        one === language ? 'true' : 'false'
      }">${languageNames[one]}</button>`,
  )
  const themeButtons = themes.map(
    (one) =>
      html`<button class="choice" name="theme" value="${one}" aria-pressed="${one === theme ? 'true' : 'false'}">\
${say(shellWords[one])}</button>`,
  )
  return html`<form class="preferences" method="post" action="/console/preferences">
<input type="hidden" name="return" value="${address}">
<fieldset><legend>${say(shellWords.language)}</legend><div class="choices">${languageButtons}</div></fieldset>
<fieldset><legend>${say(shellWords.theme)}</legend><div class="choices">${themeButtons}</div></fieldset>
</form>`
}

/** Each in its own language, for people who cannot read the other. */
const languageNames = { en: 'English', ar: 'العربية' } as const

function whoIs({ say }: Visit, { person }: SignedIn, organisation: string | undefined): Html {
  return html`<dl class="facts narrow">
<div><dt>${say(shellWords.organisation)}</dt><dd><bdi>${organisation ?? person.orgId}</bdi></dd></div>
<div><dt>${say(shellWords.role)}</dt><dd>${say(sharedWords[person.role])}</dd></div>
</dl>`
}

function mainNavigation(visit: Visit, { person }: SignedIn, { navigation, approvals }: HeaderView): Html {
  const { say, address } = visit
  const here = entryOf(navigation, address)
  const items = entriesFor(navigation, person.role).map(
    (entry) =>
      html`<li><a href="${entry.path}" aria-current="${entry === here && 'page'}">${say(entry.label)}\
${entry.path === approvalsPath && approvals > 0 && needed(visit, approvals)}</a></li>`,
  )
  return html`<nav class="main" aria-label="${say(shellWords.navigation)}"><ul>${items}</ul></nav>`
}

function needed({ say, format }: Visit, count: number): Html {
  return html` <span class="count figure"><span aria-hidden="true">${format.number(count)}</span>\
<span class="unseen">${say(shellWords.needYou, { count })}</span></span>`
}

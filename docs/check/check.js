// "Check a document" on the site of the documentation: what the service computes and judges, in the
// reader's browser. Nothing is sent: the policy of the page allows no connection.
import { compute } from '@selfbill/pint-ae'
import { familyOfRequest } from '@selfbill/pint-ae/document'
import { draftPage, htmlOf } from '@selfbill/pint-ae/page'
import examples from '#examples'

/** @param {string} id */
const element = (id) => document.getElementById(id)
const [text, profile, language] = ['document', 'profile', 'language'].map(element)
const [verdict, totals, findings, result] = ['verdict', 'totals', 'findings', 'result'].map(element)
const fragmentMax = 30_000
/** The fragment that this page has made. */
let own = ''
/** Counts the checks: a late verdict must not replace a newer one. */
let checks = 0
/** With it in memory the page needs no network any more. */
const judging = import('@selfbill/pint-ae/judge')

profile.value = examples.profile
for (const button of document.querySelectorAll('[data-example]')) {
  button.addEventListener('click', () => {
    text.value = examples[button.dataset.example]
    void check()
  })
}
let waiting
for (const field of [text, profile]) {
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(check, 300)
  })
}
language.addEventListener('change', check)
element('share').addEventListener('click', share)
// A link that is opened where this page is already: not the one that the page has just made.
window.addEventListener('hashchange', () => {
  if (location.hash.slice(1) !== own) void openShared()
})
await openShared()

async function check() {
  checks += 1
  const typed = text.value.trim()
  const isArabic = language.value === 'ar'
  findings.lang = isArabic ? 'ar' : 'en'
  findings.dir = isArabic ? 'rtl' : 'ltr'
  result.hidden = true
  if (typed === '') return show('Nothing to check yet', '')
  try {
    if (typed.startsWith('<')) await checkUbl(typed)
    else checkRequest(typed)
  } catch (error) {
    // A fault of ours or a document that we do not know: never silent.
    show(`Not checked: ${error instanceof Error ? error.message : String(error)}`, 'bad')
  }
}

/** @param {string} typed */
function checkRequest(typed) {
  const family = familyOfRequest(typed)
  const options = { family, profile: profile.value, number: 'DRAFT-1', language: language.value }
  const made = compute(typed, options)
  if (made.isRefused) {
    const listed = made.errors.map(({ field, message }) => ({ where: field, said: message }))
    return show('Refused: some values are missing or not accepted', 'bad', [], listed)
  }
  showVerdict(made, made.isValid, Object.entries(made.totals))
  element('ubl').textContent = made.ubl
  element('printed').srcdoc = htmlOf(draftPage(made, { family, language: language.value }))
  result.hidden = false
}

/** @param {string} typed */
async function checkUbl(typed) {
  const mine = checks
  const { judge } = await judging
  if (mine !== checks) return
  const judged = judge(typed, { language: language.value })
  const root = new DOMParser().parseFromString(typed, 'text/xml')
  const sums = [...root.querySelectorAll('LegalMonetaryTotal > *')].map((sum) => [
    sum.localName,
    `${sum.textContent?.trim()} ${sum.getAttribute('currencyID') ?? ''}`,
  ])
  showVerdict(judged, judged.isValid, sums, judged.rules)
}

function showVerdict(of, isValid, sums, rules = 'PINT AE') {
  const listed = of.findings.map(({ flag, reasonCode, text: said, field, location }) => ({
    where: `${flag} ${reasonCode} ${field ?? location}`,
    said,
  }))
  const title = isValid ? `Valid by ${rules}` : `Not valid by ${rules}`
  show(title, isValid ? 'good' : 'bad', sums, listed)
}

function show(title, look, sums = [], listed = []) {
  verdict.textContent = title
  verdict.className = look
  totals.replaceChildren(...sums.flatMap(([name, value]) => [made('dt', name.replaceAll('_', ' ')), made('dd', value)]))
  findings.replaceChildren(
    ...listed.map(({ where, said }) => {
      const line = document.createElement('li')
      const place = made('code', where ?? 'the document')
      place.dir = 'ltr'
      line.append(place, document.createElement('br'), said)
      return line
    }),
  )
}

function made(name, content) {
  const one = document.createElement(name)
  one.textContent = content
  return one
}

/** The fragment of an address is never sent to a server. */
async function share() {
  const packed = await packedText(JSON.stringify([text.value, profile.value]))
  const shared = element('shared')
  if (packed.length > fragmentMax) {
    shared.textContent = `The document is too long for a link: ${packed.length} characters, and ${fragmentMax} are possible.`
    return
  }
  own = packed
  location.hash = packed
  await navigator.clipboard?.writeText(location.href)
  shared.textContent = 'The link is copied, and stands in the address of this page.'
}

async function openShared() {
  const packed = location.hash.slice(1)
  if (packed === '') return
  try {
    const [shared, sharedProfile] = JSON.parse(await unpackedText(packed))
    text.value = String(shared)
    profile.value = String(sharedProfile)
    await check()
  } catch {
    show('The link is cut off or damaged: ask for it again', 'bad')
  }
}

async function packedText(content) {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function unpackedText(packed) {
  if (packed.length > fragmentMax) throw new Error('too long')
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}

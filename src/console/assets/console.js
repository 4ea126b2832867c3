// The console works without this script. It only makes four things quicker: a menu closes when the
// pointer or the key Escape leaves it, "/" goes to the search box, a form is sent once however often
// its button is pressed, and ids can be copied.
document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details[data-closes="outside"][open]')) {
    if (!menu.contains(event.target)) menu.open = false
  }
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    const menu = event.target.closest?.('details[data-closes="outside"][open]')
    if (menu) {
      menu.open = false
      menu.querySelector('summary').focus()
    }
  }
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest?.('input, textarea, select, [contenteditable]')) return
  const search = document.querySelector('[data-shortcut="/"]')
  if (!search) return
  event.preventDefault()
  search.focus()
})

document.addEventListener('submit', (event) => {
  // A download leaves the page as it is, so it may be pressed again.
  if (event.target.method !== 'post' || 'repeats' in (event.submitter?.dataset ?? {})) return
  if (event.target.dataset.isSent === 'true') event.preventDefault()
  event.target.dataset.isSent = 'true'
  event.submitter?.setAttribute('aria-busy', 'true')
})

// Back from another page, a browser may show this one as it was left.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-is-sent]')) delete form.dataset.isSent
  for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy')
})

// Ids, addresses and code get a button that copies them, where the browser allows it.
function addCopyButtons() {
  if (!navigator.clipboard) return
  const { copyLabel, copiedLabel } = document.body.dataset
  for (const source of document.querySelectorAll('[data-copy]:not([data-copy="ready"])')) {
    source.dataset.copy = 'ready'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = copyLabel
    button.setAttribute('aria-label', `${copyLabel}: ${source.getAttribute('aria-label') ?? source.textContent}`)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = copiedLabel
      button.setAttribute('aria-label', copiedLabel)
    })
    source.after(button)
  }
}

addCopyButtons()
document.addEventListener('htmx:after:swap', addCopyButtons)

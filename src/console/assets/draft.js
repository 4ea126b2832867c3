// What was typed last into a draft is kept when its page is left. A draft has an address of its own,
// so that Back and Reload find it.
const draftAddress = document.querySelector('#draft-kept [data-address]')?.dataset.address
if (draftAddress) history.replaceState(history.state, '', draftAddress)

document.addEventListener('input', (event) => {
  const draft = event.target.closest?.('#draft')
  if (draft) draft.dataset.isChanged = 'true'
})

document.addEventListener('submit', (event) => {
  delete event.target.dataset.isChanged
})

window.addEventListener('pagehide', () => {
  const draft = document.querySelector('#draft[data-is-changed]')
  if (!draft?.querySelector('#draft-kept')) return
  navigator.sendBeacon('/console/new/draft', new URLSearchParams(new FormData(draft)))
})

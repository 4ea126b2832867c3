// The printed page of a long document takes a while. The page says that it is being made, for how
// long by now, and that it is saved. Without this script, and whenever something is in the way, the
// browser goes to the address itself, where the service says what is wrong.
for (const kind of ['click', 'submit']) {
  document.addEventListener(kind, (event) => {
    const place = event.target.closest?.(kind === 'click' ? 'a[data-followed]' : 'form[data-followed]')
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const address = place.href ?? `${place.action}?${new URLSearchParams(new FormData(place))}`
    followDownload(place, address).catch(() => location.assign(address))
  })
}

async function followDownload(place, address) {
  if (place.dataset.isMaking) return
  place.dataset.isMaking = 'true'
  const actions = place.closest('.actions')
  const words = actions.querySelector('[data-making]').dataset
  const note = document.createElement('p')
  note.className = 'hint'
  note.setAttribute('role', 'status')
  actions.after(note)
  note.textContent = words.making
  const seconds = document.createElement('span')
  seconds.setAttribute('aria-hidden', 'true')
  note.append(seconds)
  const began = Date.now()
  const clock = setInterval(() => {
    seconds.textContent = ` ${Math.round((Date.now() - began) / 1000)} s`
  }, 1000)
  try {
    await save(await fetch(address))
    note.textContent = words.made
  } catch (error) {
    note.remove()
    throw error
  } finally {
    clearInterval(clock)
    delete place.dataset.isMaking
  }
}

async function save(answer) {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition')) ?? []
  // A page instead of a file: the session has ended, for example.
  if (!answer.ok || !name) throw new Error('no file')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = decodeURIComponent(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

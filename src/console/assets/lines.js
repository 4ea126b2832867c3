// Lines of a form as in a spreadsheet: Enter and the arrows go up and down a column, Enter in the
// last line adds one, and cells that were copied from a spreadsheet are pasted as lines. The buttons
// of the page do the work, so that all of it is there without this script too.

// A page that was asked for a new line begins in it.
const newLine = /^#line-\d+$/.exec(location.hash)?.[0]
if (newLine) document.querySelector(`${newLine} input`)?.focus()

const cellOf = (name) => /^document_lines\[\d+\]\.(.+)$/.exec(name ?? '')?.[1]

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  const column = cellOf(target.name)
  if (column === undefined || event.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  // Choices and proposals use the arrows themselves.
  const isArrow = (key === 'ArrowDown' || key === 'ArrowUp') && !target.matches('select, [list]')
  if (key !== 'Enter' && !isArrow) return
  event.preventDefault()
  const cells = [...target.form.elements].filter(({ name }) => cellOf(name) === column)
  const next = cells[cells.indexOf(target) + (key === 'ArrowUp' ? -1 : 1)]
  if (next) {
    next.focus()
    next.select?.()
  } else if (key === 'Enter') target.form.querySelector('[name="do"][value="add"]')?.click()
})

// Enter in a search presses its own button, also when nothing was typed since.
document.addEventListener('keydown', (event) => {
  const { form, name, type } = event.target
  if (event.key !== 'Enter' || event.isComposing || type !== 'search' || form?.id !== 'draft') return
  const marks = [...form.querySelectorAll('input[name="searched"]')].map(({ value }) => value.split(' '))
  const [button] = marks.find(([, field]) => field === name) ?? []
  if (button === undefined) return
  event.preventDefault()
  form.querySelector(`button[value="${button}"]`).click()
})

document.addEventListener('paste', (event) => {
  const { target, clipboardData } = event
  const button = target.form?.querySelector('[name="do"][value="paste"]')
  if (!button || cellOf(target.name) === undefined) return
  const text = clipboardData.getData('text/plain')
  // Several lines may be one text; several cells come with a table.
  const isTable = clipboardData.getData('text/html').includes('<table') && /\n./.test(text)
  if (!isTable && !text.includes('\t')) return
  event.preventDefault()
  target.form.elements.paste.value = text
  target.form.elements.paste_into.value = target.name
  button.click()
})

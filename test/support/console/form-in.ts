/**
 * What a browser would send of a form: every field with its value, and the ticked boxes. `mark` is
 * the attribute by which the form is found.
 */
export function formIn(page: string, mark = 'id="draft"'): Record<string, string> {
  const text = page.split(mark)[1]?.split('</form>')[0] ?? ''
  const sent: Record<string, string> = {}
  for (const [tag] of text.matchAll(/<input [^>]*>/g)) {
    const isLeftOut = / type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag)
    const [name, value] = [attribute(tag, 'name'), attribute(tag, 'value')]
    if (!isLeftOut && name !== undefined) sent[name] = value ?? ''
  }
  for (const [, tag = '', options = ''] of text.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options)
    sent[attribute(` ${tag}`, 'name') ?? ''] = plain(chosen?.[1] ?? '')
  }
  for (const [, tag = '', value = ''] of text.matchAll(/<textarea ([^>]*)>\n([^<]*)<\/textarea>/g)) {
    sent[attribute(` ${tag}`, 'name') ?? ''] = plain(value)
  }
  return sent
}

/** The hidden fields of the form that holds a button. */
export function hiddenIn(text: string, button: string): Record<string, string> {
  const form = text.split('<form').find((one) => one.split('</form>')[0]?.includes(button)) ?? ''
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g) ?? []
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [plain(name), plain(value)]))
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : plain(found)
}

function plain(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

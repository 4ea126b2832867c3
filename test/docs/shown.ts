import assert from 'node:assert/strict'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Throws unless an answer is what a page shows. In the page `…` in a text is any text, an instant is
 * any instant, a member `"…"` stands for other members and a last item `"…"` for other items, and the values of the members in
 * `samples` are of the same kind as in the answer.
 */
export function assertShown(shown: unknown, actual: unknown, samples: readonly string[] = [], path = 'it'): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), `${path} is no list`)
    const isCutOff = shown.at(-1) === '…'
    const first: readonly unknown[] = isCutOff ? shown.slice(0, -1) : shown
    assert.ok(isCutOff ? actual.length >= first.length : actual.length === first.length, `${path}: another length`)
    for (const [at, one] of first.entries()) assertShown(one, actual[at], samples, `${path}[${at}]`)
  } else if (isObject(shown)) {
    assert.ok(isObject(actual), `${path} is no object`)
    const names = Object.keys(shown).filter((name) => name !== '…')
    for (const name of names) {
      assert.ok(name in actual, `${path}.${name} is not in the answer`)
      if (samples.includes(name)) assert.equal(typeof actual[name], typeof shown[name], `${path}.${name}`)
      else assertShown(shown[name], actual[name], samples, `${path}.${name}`)
    }
    if (!('…' in shown)) assert.deepEqual(without(actual, names), {}, `${path}: the page lacks members of the answer`)
  } else if (typeof shown === 'string' && typeof actual === 'string') {
    if (instant.test(shown)) assert.match(actual, instant, path)
    else if (shown.includes('…')) assert.match(actual, glob(shown), path)
    else assert.equal(actual, shown, path)
  } else assert.deepEqual(actual, shown, path)
}

function glob(shown: string): RegExp {
  return new RegExp(`^${shown.split('…').map(literal).join('.*')}$`, 's')
}

/** The text in a regular expression. */
function literal(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
}

function without(members: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

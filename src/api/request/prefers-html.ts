/**
 * Whether an Accept header names text/html with a greater weight than JSON, as browsers do.
 * Programs that accept anything get JSON. Source: RFC 9110, 12.5.1.
 */
export function prefersHtml(accept: string | undefined): boolean {
  let html = 0
  let json = 0
  for (const range of (accept ?? '').slice(0, charactersMax).toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1')
    if (type === 'text/html') html = quality
    if (type === 'application/json') json = quality
  }
  return html > json
}

/** More than any browser sends. */
const charactersMax = 1000

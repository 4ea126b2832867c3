import { type LiteralSyntax, literal, quotedForPython } from './literal.ts'
import { isJson, type SampleRequest } from './sample.ts'

/** The call with Python's standard library, so that it runs without an installation. */
export function pythonOf(request: SampleRequest): string {
  const { sample, method, url, needsToken, idempotencyKey, mediaType } = request
  const isValue = isJson(request)
  const modules = [...(isValue ? ['json'] : []), ...(needsToken ? ['os'] : []), 'urllib.error', 'urllib.request']
  const headers = [
    ...(needsToken ? ['"Authorization": "Bearer " + os.environ["SELFBILL_TOKEN"]'] : []),
    ...(idempotencyKey === undefined ? [] : [`"Idempotency-Key": "${idempotencyKey}"`]),
    ...(mediaType === undefined ? [] : [`"Content-Type": "${mediaType}"`]),
  ]
  const body = isValue ? literal(sample.body, syntax) : quotedForPython(String(sample.body))
  const data = isValue ? 'json.dumps(body).encode()' : 'body.encode()'
  return `${modules.map((module) => `import ${module}\n`).join('')}
${mediaType === undefined ? '' : `body = ${body}\n`}request = urllib.request.Request(
    ${quotedForPython(url)},
    method="${method}",
    headers={${headers.map((header) => `\n        ${header},`).join('')}${headers.length > 0 ? '\n    ' : ''}},
${mediaType === undefined ? '' : `    data=${data},\n`})
try:
    with urllib.request.urlopen(request) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as error:
    raise SystemExit(f"{error.code} {error.read().decode()}")`
}

const syntax: LiteralSyntax = {
  indent: '    ',
  trailingComma: true,
  words: { null: 'None', true: 'True', false: 'False' },
  key: quotedForPython,
  text: quotedForPython,
}

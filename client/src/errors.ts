/**
 * An error answer of the service. `fields` has a message for each wrong field of the request by its
 * path (`document_lines[0].quantity`); it is empty when no field is wrong.
 */
export class SelfbillError extends Error {
  override readonly name = 'SelfbillError'
  readonly status: number
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, fields: Readonly<Record<string, string>>) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** From an answer of 400 or above: the service's `errors`, or an OAuth error. */
export function errorOf(status: number, body: string): SelfbillError {
  const { message, ...fields } = errorsIn(body)
  const names = Object.keys(fields)
  const text =
    message ??
    (names.length === 0 ? `the service answered ${status}` : `${names.length} wrong: ${names.slice(0, 5).join(', ')}`)
  return new SelfbillError(status, text, fields)
}

function errorsIn(body: string): Record<string, string> {
  try {
    const parsed: { errors?: Record<string, string>; error?: string; error_description?: string } = JSON.parse(body)
    if (parsed.errors !== undefined) return parsed.errors
    if (parsed.error !== undefined) return { message: parsed.error_description ?? parsed.error }
  } catch {
    // Not JSON, for example from a proxy between us and the service.
  }
  return {}
}

// In place of src/tracing/http-call.ts: only the call.
export function inHttpCall<Result>(_target: object, call: (headers: object) => Result): Result {
  return call({})
}

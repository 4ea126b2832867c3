// In place of src/tracing/span.ts: only the work.
const span = {
  isRecorded: false,
  activate: <Result>(work: () => Result): Result => work(),
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

export function inSpan<Result>(_name: string, _settings: object, work: (one: typeof span) => Result): Result {
  return work(span)
}

export function openSpan(): typeof span {
  return span
}

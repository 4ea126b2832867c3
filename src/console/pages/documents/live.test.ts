import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf } from './live.ts'

test('no text in an event begins a field or another event', () => {
  for (const end of ['\n', '\r', '\r\n', '\n\n', '\r\r', '\r\n\r\n', '\n\r']) {
    for (const field of ['event: done', 'retry: 1', 'id: 7', 'data: other', ':', '']) {
      const text = `Falcon${end}${field}${end}Trading`
      assert.deepEqual(eventsIn(eventOf(text)), [text.replaceAll(/\r\n|\r/g, '\n')], JSON.stringify(text))
    }
  }
  // These end no line in a stream of events.
  const text = 'a\u2028b\u2029c\u0085d\u000be\u0000f'
  assert.deepEqual(eventsIn(eventOf(text)), [text])
})

/** The data of each event, as browsers read a stream; fails for any other field. */
function eventsIn(stream: string): readonly string[] {
  const events: string[] = []
  let data: string[] = []
  for (const line of stream.split(/\r\n|\r|\n/)) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'))
      data = []
    } else {
      assert.ok(line.startsWith('data: '), JSON.stringify(line))
      data.push(line.slice(6))
    }
  }
  return events
}

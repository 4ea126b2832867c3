import type { TestEvent } from 'node:test/reporters'

export default function report(source: AsyncIterable<TestEvent>): AsyncGenerator<string>

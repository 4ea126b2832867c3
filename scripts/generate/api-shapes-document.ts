import { listAdditions, listExceptions, millisecondExceptions, type Shape, shapes } from './api-shapes.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/api-shapes.md: every operation in one form, and each exception with its source. */
export function apiShapesDocument(): GeneratedFile {
  const head = [
    '| Operation | Method | Instants | List | Errors of its own | Described | Exceptions |',
    '|---|---|---|---|---|---|---|',
  ]
  return { path: 'docs/api-shapes.md', text: `${[preamble, '', ...head, ...shapes().map(row)].join('\n')}\n` }
}

function row({ operation, instants, milliseconds, list, codes, fields, describedFields }: Shape): string {
  const { id, method } = operation
  const exceptions = [listExceptions[id], listAdditions[id], millisecondExceptions[id]].filter(
    (one) => one !== undefined,
  )
  const cells = [
    `\`${id}\``,
    method,
    [...instants.map((name) => `\`${name}\``), ...milliseconds.map((name) => `\`${name}\` (ms)`)].join(' '),
    list === undefined ? '' : listWords[list],
    codes.map((code) => `\`${code}\``).join(' '),
    `${describedFields} of ${fields}`,
    [...new Set(exceptions)].join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

const listWords = { pages: '`items`, `next`; `limit`, `cursor`', whole: '`items`, whole', other: 'its own' } as const

const preamble = `<!-- Written by scripts/generate.ts from the operations: do not edit. -->

# Shapes of the API

Every operation, so that one form of each thing stays one:

- **Instants** are RFC 3339 (\`2026-07-15T06:20:30.000Z\`). Here are the members and parameters of each operation that are instants.
- **Lists** are \`items\` and \`next\`, read with \`limit\` and \`cursor\`, or whole ([lists](integrating.md#lists), [0149](decisions/0149-one-shape-for-lists.md)).
- **Methods**: GET reads, POST creates or acts, PUT replaces, PATCH changes, DELETE removes, revokes or ends.
- **Errors** are those of the operation itself. Others come with its kind: a token, a body, a parameter, the rate ([error codes](errors.md)).
- **Described** counts the parameters and the members of its body and answers that have a sentence of the field dictionary.
- **Exceptions** have their source. A test refuses any other.`

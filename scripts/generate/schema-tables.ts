import { statementTexts } from '../../src/store/database/migration-text.ts'

/**
 * The tables, indexes and triggers that migrations leave behind. Understands the statements that our
 * migrations use, and throws at any other, so that none is overlooked.
 */
export class Schema {
  /** In the order in which they were created. */
  readonly #tables = new Map<string, Table>()

  apply(migration: string): void {
    // A comment that stands alone is about the file, not about the next statement.
    for (const paragraph of migration.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
      for (const statement of statementTexts(paragraph)) this.#applyOne(commentAndSql(statement))
    }
  }

  #applyOne({ comment, sql }: Commented): void {
    if (sql === '' || dataOnly.test(sql)) return
    for (const [form, change] of this.#changes) {
      const groups = form.exec(sql)?.groups
      if (groups === undefined) continue
      change(comment, groups, sql)
      return
    }
    throw new Error(`the schema does not understand this statement of a migration:\n${sql}`)
  }

  readonly #changes: readonly (readonly [form: RegExp, change: Change])[] = [
    [
      /^(?<head>create (\{\{unlogged\}\} )?table (?<table>\w+) \()\n(?<body>.*)\n(?<foot>\) \{\{strict\}\})$/s,
      (comment, { table = '', head = '', body = '', foot = '' }) => {
        this.#tables.set(table, { comment, head, members: membersOf(body), foot, indexes: new Map() })
      },
    ],
    [
      /^alter table (?<table>\w+) add column (?<column>[^\n]+)$/,
      (comment, { table = '', column = '' }) => {
        const { members } = this.#table(table)
        const firstConstraint = members.findIndex(({ sql }) => constraint.test(sql))
        const at = firstConstraint === -1 ? members.length : firstConstraint
        members.splice(at, 0, { comment, sql: column })
      },
    ],
    [
      /^create (unique )?index (if not exists )?(?<index>\w+) on (?<table>\w+) \(/,
      (comment, { index = '', table = '' }, sql) => {
        this.#table(table).indexes.set(index, { comment, sql: sql.replace(' if not exists', '') })
      },
    ],
    [
      /^\{\{(?:append_only|tenant|fast_compression)\((?<table>\w+)\)\}\}$/,
      (comment, { table = '' }, sql) => {
        this.#table(table).indexes.set(sql, { comment, sql })
      },
    ],
    [
      /^\{\{stored_plain\((?<table>\w+)\.\w+\)\}\}$/,
      (comment, { table = '' }, sql) => {
        // Before `fast_compression`, which passes over such a column.
        const one = this.#table(table)
        one.indexes = new Map([[sql, { comment, sql }], ...one.indexes])
      },
    ],
    [
      /^drop index (?<index>\w+)$/,
      (_, { index = '' }) => {
        const isDropped = [...this.#tables.values()].some(({ indexes }) => indexes.delete(index))
        if (!isDropped) throw new Error(`a migration drops the unknown index ${index}`)
      },
    ],
    [
      /^drop table (?<table>\w+)$/,
      (_, { table = '' }) => {
        this.#table(table)
        this.#tables.delete(table)
      },
    ],
  ]

  #table(name: string): Table {
    const table = this.#tables.get(name)
    if (table === undefined) throw new Error(`a migration names the unknown table ${name}`)
    return table
  }

  /** One statement a block, the indexes of a table after it; tokens as in the migrations. */
  text(): string {
    const blocks = [...this.#tables.values()].flatMap((table) => [
      tableText(table),
      ...[...table.indexes.values()].map((index) => `${lines(index.comment)}${index.sql};`),
    ])
    return `${blocks.join('\n\n')}\n`
  }
}

type Change = (comment: readonly string[], groups: Readonly<Record<string, string>>, sql: string) => void

interface Commented {
  readonly comment: readonly string[]
  readonly sql: string
}

interface Table {
  readonly comment: readonly string[]
  /** `create table … (` */
  readonly head: string
  /** Columns, then constraints. */
  readonly members: Commented[]
  readonly foot: string
  indexes: Map<string, Commented>
}

/** Moves rows and leaves the schema as it is. */
const dataOnly = /^(insert into|update) /
const constraint = /^(primary key|unique|foreign key) \(/

/** A statement, and the comment before it. */
function commentAndSql(statement: string): Commented {
  const all = statement.split('\n')
  const first = all.findIndex((line) => !line.startsWith('--'))
  const end = first === -1 ? all.length : first
  // A line that explains a token has no meaning where tokens are replaced.
  const comment = all.slice(0, end).filter((line) => !line.includes('{{'))
  return { comment, sql: all.slice(end).join('\n') }
}

/** The members of a table: each on a line, with its comment on the lines before. */
function membersOf(body: string): Commented[] {
  const members: Commented[] = []
  let comment: string[] = []
  for (const line of body.split('\n').map((indented) => indented.trim())) {
    if (line.startsWith('--')) comment.push(line)
    else {
      members.push({ comment, sql: line.replace(/,$/, '') })
      comment = []
    }
  }
  return members
}

function tableText({ comment, head, members, foot }: Table): string {
  const texts = members.map(({ comment, sql }, at) => {
    const isLast = at === members.length - 1
    return `${lines(comment, '  ')}  ${sql}${isLast ? '' : ','}`
  })
  return `${lines(comment)}${head}\n${texts.join('\n')}\n${foot};`
}

function lines(comment: readonly string[], indent = ''): string {
  return comment.map((line) => `${indent}${line}\n`).join('')
}

import { Busboy } from '@fastify/busboy'

/** What a form sent: texts and files by field. Blank texts count as absent. */
export class Form {
  readonly #texts: ReadonlyMap<string, readonly string[]>
  readonly #files: ReadonlyMap<string, readonly FormFile[]>

  constructor(
    texts: ReadonlyMap<string, readonly string[]>,
    files: ReadonlyMap<string, readonly FormFile[]> = new Map(),
  ) {
    this.#texts = texts
    this.#files = files
  }

  get names(): readonly string[] {
    return [...this.#texts.keys()]
  }

  /** The text without surrounding blanks. */
  text(name: string): string | undefined {
    return this.texts(name).at(-1)
  }

  /** Every text of a field that repeats, such as check boxes. */
  texts(name: string): readonly string[] {
    return (this.#texts.get(name) ?? []).map((text) => text.trim()).filter((text) => text !== '')
  }

  /** The text as it came, for JSON, notes and what is stored; line ends are `\n`. */
  exact(name: string): string {
    return (this.#texts.get(name)?.at(-1) ?? '').replaceAll('\r\n', '\n')
  }

  /** The same texts under other names; undefined leaves a field out. */
  renamed(rename: (name: string) => string | undefined): Form {
    const texts = new Map<string, readonly string[]>()
    for (const [name, values] of this.#texts) {
      const to = rename(name)
      if (to !== undefined) texts.set(to, values)
    }
    return new Form(texts, this.#files)
  }

  isChecked(name: string): boolean {
    return this.text(name) !== undefined
  }

  /** Undefined when no file was chosen. */
  file(name: string): FormFile | undefined {
    return this.files(name).at(-1)
  }

  /** Every file that was chosen in a field. */
  files(name: string): readonly FormFile[] {
    return this.#files.get(name) ?? []
  }
}

export interface FormFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export const emptyForm = new Form(new Map())

/** The body is not what a browser sends for a form. */
export class FormUnreadable extends Error {
  override readonly name = 'FormUnreadable'
}

/** Reads the body by its media type. Throws FormUnreadable. */
export async function readForm(contentType: string | undefined, bytes: Uint8Array): Promise<Form> {
  if (bytes.length === 0) return emptyForm
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return urlEncoded(bytes)
  if (type === 'multipart/form-data' && contentType !== undefined) return multipart(contentType, bytes)
  throw new FormUnreadable('a form must be application/x-www-form-urlencoded or multipart/form-data')
}

function urlEncoded(bytes: Uint8Array): Form {
  const texts = new Map<string, string[]>()
  const body = Buffer.from(bytes)
  let fields = 1
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === ampersand) fields += 1
    // URLSearchParams takes seconds for millions of them.
    if (body[at] === plus) body[at] = blank
  }
  if (fields > fieldsMax) throw new FormUnreadable('the form has too many fields')
  for (const [name, value] of new URLSearchParams(body.toString())) add(texts, name, value)
  return new Form(texts)
}

function multipart(contentType: string, bytes: Uint8Array): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const texts = new Map<string, string[]>()
  const files = new Map<string, FormFile[]>()
  let isRefused = false
  const refuse = () => {
    isRefused = true
    reject(new FormUnreadable('the multipart body cannot be read'))
  }
  try {
    // The length of the body is limited already, so no part can be larger.
    const parser = Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: fieldsMax, fieldSize: bytes.length },
    })
    parser.on('field', (name, value) => add(texts, name, value))
    parser.on('file', (field, stream, name, _encoding, type) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', refuse)
      stream.on('end', () => {
        if (name !== undefined && name !== '') add(files, field, { name, type, bytes: Buffer.concat(chunks) })
      })
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
    parser.on('error', refuse)
    parser.on('finish', () => resolve(new Form(texts, files)))
    const writeFrom = (at: number) => {
      if (isRefused) return
      if (at >= bytes.length) return void parser.end()
      parser.write(Buffer.from(bytes.subarray(at, at + bytesPerTurn)))
      setImmediate(writeFrom, at + bytesPerTurn)
    }
    writeFrom(0)
  } catch {
    refuse()
  }
  return promise
}

function add<Value>(fields: Map<string, Value[]>, name: string, value: Value): void {
  const values = fields.get(name)
  if (values === undefined) fields.set(name, [value])
  else values.push(value)
}

/**
 * A body of nothing but boundaries takes many seconds. So the parser gets it in parts, others have
 * a turn in between, and nothing more is read once it has refused it.
 */
const bytesPerTurn = 16 * 1024

const [ampersand, plus, blank] = [0x26, 0x2b, 0x20]

/** More than any form of ours has. */
const fieldsMax = 2000

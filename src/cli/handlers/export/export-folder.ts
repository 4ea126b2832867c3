import { createHash } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../../usage-error.ts'

/**
 * The folder of an export. A file has its name only when it is whole, and each finished step is
 * noted in `progress.ndjson`: an export that was interrupted continues with the next step.
 */
export class ExportFolder {
  readonly #folder: string
  readonly #begin: ExportBeginning
  readonly #steps: Map<string, readonly ExportedFile[]>

  private constructor(folder: string, begin: ExportBeginning, steps: Map<string, readonly ExportedFile[]>) {
    this.#folder = folder
    this.#begin = begin
    this.#steps = steps
  }

  /**
   * Begins an export in an empty folder, or continues the one that was begun there. Throws
   * `UsageError` for a folder with anything else in it, also with a finished export.
   */
  static async open(folder: string, beginning: () => Promise<ExportBeginning>, orgId: string): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true })
    const names = await readdir(folder)
    if (names.includes(manifestName)) throw new UsageError(`${folder} has a finished export; choose an empty folder`)
    if (names.includes(progressName)) {
      const lines = await readProgress(join(folder, progressName))
      const [begun, ...steps] = lines
      if (begun !== undefined && 'org_id' in begun) {
        if (begun.org_id !== orgId) throw new UsageError(`${folder} has an export of another organisation`)
        const again = new ExportFolder(folder, begun, new Map(steps.flatMap((step) => stepIn(step))))
        // Without a last line that was cut off.
        await again.#write(
          progressName,
          lines.map((line) => `${JSON.stringify(line)}\n`),
        )
        return again
      }
    }
    if (names.some((name) => name !== progressName)) throw new UsageError(`${folder} must be an empty folder`)
    const begin = await beginning()
    const made = new ExportFolder(folder, begin, new Map())
    await made.#write(progressName, [`${JSON.stringify(begin)}\n`])
    return made
  }

  get beginning(): ExportBeginning {
    return this.#begin
  }

  isDone(step: string): boolean {
    return this.#steps.has(step)
  }

  /** Writes the files of a step, and notes that it is done. */
  async step(name: string, write: (file: WriteFile) => Promise<void>): Promise<void> {
    const files: ExportedFile[] = []
    await write(async (path, content) => {
      const file = await this.#write(path, content)
      files.push(file)
      return file
    })
    await appendFile(join(this.#folder, progressName), `${JSON.stringify({ step: name, files })}\n`)
    this.#steps.set(name, files)
  }

  /** The manifest comes last: a folder without one is not finished. */
  async finish(facts: Readonly<Record<string, unknown>>): Promise<readonly ExportedFile[]> {
    const files = [...this.#steps.values()].flat()
    await this.#write(manifestName, [`${JSON.stringify({ ...facts, files }, null, 2)}\n`])
    return files
  }

  async #write(path: string, content: Content): Promise<ExportedFile> {
    const place = join(this.#folder, path)
    await mkdir(dirname(place), { recursive: true })
    const hash = createHash('sha256')
    let bytes = 0
    const handle = await open(`${place}.part`, 'w')
    try {
      for await (const piece of content) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(chunk)
        bytes += chunk.length
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(`${place}.part`, place)
    return { path, bytes, sha256: hash.digest('hex') }
  }
}

/** What an export covers; the first line of its progress. */
export interface ExportBeginning {
  readonly org_id: string
  /** RFC 3339. */
  readonly begun_at: string
  /** The last document of each family: later ones are not in the export. */
  readonly last_sequences: Readonly<Record<string, number>>
}

export interface ExportedFile {
  /** Inside the folder, with `/`. */
  readonly path: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export type WriteFile = (path: string, content: Content) => Promise<ExportedFile>

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

const manifestName = 'manifest.json'
const progressName = 'progress.ndjson'

type ProgressLine = ExportBeginning | ExportStep

interface ExportStep {
  readonly step: string
  readonly files: readonly ExportedFile[]
}

/** The last line may have been cut off; its step is done again. */
async function readProgress(file: string): Promise<readonly ProgressLine[]> {
  const { size } = await stat(file)
  if (size === 0) return []
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line): ProgressLine => JSON.parse(line))
}

function stepIn(line: ProgressLine): readonly (readonly [string, readonly ExportedFile[]])[] {
  return 'step' in line ? [[line.step, line.files]] : []
}

import type { Config } from '../../config/config.ts'
import { readBookFolders } from '../../judging/book-folder.ts'
import { DocumentJudge } from '../../judging/document-judge.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

/** Compiles every rule book in RULEBOOKS_DIR and prints what is wrong. True without the folder. */
export function checkRuleBooks(terminal: Terminal, config: Config): boolean {
  const directory = config.rulebooksDirectory
  if (directory === undefined) return true
  const { count, problems } = inspected(directory, config)
  const books = `${count} ${count === 1 ? 'rule book' : 'rule books'}`
  const lines = problems.flatMap((problem) => problem.split('\n')).map(printable)
  terminal.print(lines.length === 0 ? `The ${books} in ${directory} can be used.` : lines.join('\n'))
  return problems.length === 0
}

/** The service refuses to start with these problems. */
function inspected(
  directory: string,
  config: Config,
): { readonly count: number; readonly problems: readonly string[] } {
  try {
    const folders = readBookFolders(directory)
    const judge = new DocumentJudge(
      () => loadRulebook(config),
      folders,
      () => new Date(),
    )
    return { count: folders.length, problems: judge.problems() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { count: 0, problems: [`RULEBOOKS_DIR: ${error.message}`] }
  }
}

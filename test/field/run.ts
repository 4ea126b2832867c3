import { SchematronError } from '@selfbill/schematron/engine'
import { runMutated } from './mutated-run.ts'
import { runSample } from './sample.ts'
import { compileField, fieldSchemas } from './schemas.ts'

// `FIELD_RULES=DIR npm run test:field`: compiles every distinct Schematron schema below a folder,
// such as a copy of phive-rules, and lists what does not compile by its cause. `-- mutated` and
// `-- --sample` compare verdicts.

const compiledShareMin = 0.96
const folder = process.env.FIELD_RULES
const [wanted = '', ...words] = process.argv.slice(2)
if (wanted === '--sample') {
  await runSample()
} else if (folder === undefined) {
  console.log('Not run: FIELD_RULES names no folder with the rule files of the field.')
} else if (wanted === 'mutated') {
  await runMutated(folder, words)
} else {
  const schemas = fieldSchemas(folder).filter(({ path }) => path.includes(wanted))
  const refused = new Map<string, string[]>()
  let assertions = 0
  let interpreted = 0
  const left = new Map<string, string[]>()
  for (const { path } of schemas) {
    try {
      const schema = compileField(folder, path)
      assertions += schema.assertions.length
      interpreted += schema.interpreted.length
      for (const reason of schema.interpreted) {
        const cause = reason.slice(reason.lastIndexOf(': ') + 2)
        left.set(cause, [...(left.get(cause) ?? []), `${path}: ${reason}`])
      }
    } catch (error) {
      if (!(error instanceof SchematronError)) throw error
      const cause = causeOf(error.message)
      refused.set(cause, [...(refused.get(cause) ?? []), `${path}\n      ${error.message.slice(0, 300)}`])
    }
  }
  const failed = [...refused.values()].reduce((sum, paths) => sum + paths.length, 0)
  for (const [cause, paths] of [...refused].sort((one, other) => other[1].length - one[1].length)) {
    console.log(`${String(paths.length).padStart(5)}  ${cause}\n    ${paths[0]}`)
  }
  console.log(`${schemas.length - failed} of ${schemas.length} schemas compile, with ${assertions} assertions.`)
  console.log(`${interpreted} of their expressions are left to the reference engine:`)
  const causes = [...left].sort((one, other) => other[1].length - one[1].length)
  for (const [cause, [first = '', ...others]] of causes.slice(0, 40))
    console.log(
      `${String(others.length + 1).padStart(7)}  ${cause}\n           ${first.slice(first.lastIndexOf('/') + 1)}`,
    )
  if (schemas.length - failed < schemas.length * compiledShareMin) process.exitCode = 1
}

/** The message without what differs from file to file. */
function causeOf(message: string): string {
  const last = message.slice(message.lastIndexOf(': ') + 2)
  return last
    .replace(/, at position \d+$/, '')
    .replace(/\$[\w:.-]+/, '$…')
    .replace(/\(line \d+\)/, '')
    .trim()
}

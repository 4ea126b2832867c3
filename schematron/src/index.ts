// The public interface of @selfbill/schematron.

export { compile, type Options, type Source } from './compile.ts'
export { SchematronError } from './errors.ts'
export { filesIn, readSchema } from './files.ts'
export type { Schema } from './schema.ts'
export type { Diagnostic, Property, Verdict, VerdictFinding } from './verdict.ts'
export { XmlUnreadable } from './xml/read.ts'

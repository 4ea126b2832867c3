// The public interface of @selfbill/schematron.

export { SchematronError } from '../../src/schematron/errors.ts'
export { XmlUnreadable } from '../../src/xml/read.ts'
export { compile, type Options, type Source } from './compile.ts'
export { filesIn, readSchema } from './files.ts'
export type { Schema } from './schema.ts'
export type { Diagnostic, Property, Verdict, VerdictFinding } from './verdict.ts'

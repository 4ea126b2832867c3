import type { RuleFile } from '../rule-file/rule-file.ts'
import { nameOf } from '../xml/name.ts'
import { CompiledSchema } from './compiled-schema.ts'
import type { Module } from './load.ts'
import { Reference } from './reference.ts'
import { runtime } from './runtime.ts'
import { thawed } from './thaw.ts'

// The entry `@selfbill/schematron/written`: runs schemas that were compiled when a package was built.
// It has neither a parser nor a generator, and evaluates no text. It may change in any release.

/** What `writtenSchema` writes. */
export interface WrittenSchema {
  /** Namespace and local name of each name in the code. */
  readonly names: readonly (readonly [namespace: string, local: string])[]
  /** The names that are looked up in the whole document, each with the number of its list. */
  readonly lists: readonly (readonly [name: number, list: number])[]
  /** The rule files, frozen. */
  readonly files: string
  /** What the code refers to as K, frozen. */
  readonly constants: string
  load(runtime: unknown, constants: readonly unknown[], nameIds: readonly number[]): Module
}

export type { CompiledSchema } from './compiled-schema.ts'

export function openWritten({ names, lists, files, constants, load }: WrittenSchema): CompiledSchema {
  const ids = names.map(([namespace, local]) => nameOf(namespace, local, '').id)
  const read = thawed<readonly RuleFile[]>(files)
  const module = load(runtime, thawed(constants), ids)
  const generated = { source: '', interpreted: [], lists: new Map(lists.map(([at, list]) => [ids[at] ?? -1, list])) }
  return new CompiledSchema({ files: read, reference: new Reference(read), module, generated })
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Typst, compiled for this machine. The threads of the process share it. */
export type TypstModule = object

export async function compileTypst(): Promise<TypstModule> {
  return await WebAssembly.compile(await readTypst())
}

export function readTypst(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
}

// Missing in Node's types.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<TypstModule> }

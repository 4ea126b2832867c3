import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Typst, compiled for this machine. Threads of the process share it. */
export type TypstModule = object

export async function compileTypst(): Promise<TypstModule> {
  return await WebAssembly.compile(await readTypst())
}

export function readTypst(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
}

// Node's types leave it out.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<TypstModule> }

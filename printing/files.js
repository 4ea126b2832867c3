// Plain JavaScript, so that a clone and an installed package load the same file without a build.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)

export function fontFile(path) {
  return resolve(`@expo-google-fonts/${path}`)
}

export function hasFont(path) {
  try {
    return fontFile(path) !== ''
  } catch {
    return false
  }
}

export function typstFile() {
  return fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
}

// Plain JavaScript, so that a clone and an installed package load the same file without a build.
import { fileURLToPath } from 'node:url'

export function fontFile(path) {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`))
}

export function typstFile() {
  return fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
}

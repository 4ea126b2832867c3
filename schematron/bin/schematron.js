#!/usr/bin/env node
// Runs the source in a clone, and what is built in the package.
import { existsSync } from 'node:fs'

const source = new URL('../src/command.ts', import.meta.url)
const command = existsSync(source) ? source : new URL('../dist/command.js', import.meta.url)
const { main } = await import(command.href)
process.exitCode = main(process.argv.slice(2))

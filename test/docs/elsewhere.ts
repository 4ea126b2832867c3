import type { Blocks } from './blocks.ts'

/** Page → the beginning of a block → the file whose test reads that block from the page and runs it. */
export const elsewhere: Blocks<string> = {
  'docs/operating.md': {
    'defaults\n  mode http': 'test/deploy/haproxy.ts',
    'once() {': 'test/deploy/once.test.ts',
  },
  'docs/rulebook.md': { 'function test7(el)': 'test/property/rulebook-docs.test.ts' },
  'pint-ae/README.md': { "import { compute } from '@selfbill/pint-ae'": 'test/package/packages.slow.test.ts' },
  'schematron/README.md': { 'import { readSchema }': 'test/package/packages.slow.test.ts' },
}

/** Page → the script that writes it: every block is made of declarations. */
export const generated: Readonly<Record<string, string>> = {
  'docs/cli.md': 'scripts/generate/commands-document.ts',
  'schematron/XPATH.md': 'scripts/generate/xpath-document.ts',
}

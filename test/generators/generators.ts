import { bruno } from './attempts/bruno.ts'
import { csharp } from './attempts/csharp.ts'
import { go } from './attempts/go.ts'
import { java } from './attempts/java.ts'
import { openapiPythonClient } from './attempts/openapi-python-client.ts'
import { python } from './attempts/python.ts'
import { heyApi, openapiTypescript } from './attempts/typescript.ts'
import type { Generator } from './generator.ts'

/** Those of docs/clients.md, the quick ones first. */
export const generators: readonly Generator[] = [
  openapiTypescript,
  heyApi,
  openapiPythonClient,
  python,
  java,
  go,
  csharp,
  bruno,
]

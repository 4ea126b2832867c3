import { buildPackage } from '../../test/support/processes/built-package.ts'

// A process of `bench -- targets`: builds the package of its folder's version, and prints its binary.
const { binary } = await buildPackage()
console.log(JSON.stringify(binary))

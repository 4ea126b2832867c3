export { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

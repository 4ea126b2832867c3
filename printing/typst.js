export * from '@myriaddreamin/typst.ts'

// The entry `@selfbill/schematron/xml`: the element tree, how it is written, and where an element is.
// It reads nothing, and may change in any release.

export { type Attributes, branch, Element, leaf, tree } from './element.ts'
export { groupSize, joined } from './joined.ts'
export { attributeStep, locationOf } from './location.ts'
export { documentName, type Name, nameOf } from './name.ts'
export { escapeXml, type WrittenXml, writeXml, writtenXml } from './write.ts'

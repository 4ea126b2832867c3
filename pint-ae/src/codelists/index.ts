// The entry `@selfbill/pint-ae/code-lists`; what the service alone needs of it may change.

export { type CodeList, codeListNamed, codeLists } from './catalogue.ts'
export { countries, enforced, exemptionReasons, mediaTypes, vatCategories, wholeCurrencies } from './codelists.ts'
export { fileEndings, mediaTypeOf } from './file-endings.ts'
export { fold } from './fold.ts'
export { namedUnits, unitName, unitSpellings } from './units.ts'

// An entry of the package, for the service: the code values of PINT AE. It may change in any release.

export { type CodeList, codeListNamed, codeLists } from './catalogue.ts'
export { countries, enforced, exemptionReasons, mediaTypes, wholeCurrencies } from './codelists.ts'

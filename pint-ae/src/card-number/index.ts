// An entry of the package, for the service: card numbers in free text. It may change in any release.

export { findsCardNumber } from './find-card-number.ts'
export { maskCardNumber } from './mask-card-number.ts'

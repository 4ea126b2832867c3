// An entry for the service alone: card numbers in free text.

export { findsCardNumber } from './find-card-number.ts'
export { maskCardNumber } from './mask-card-number.ts'

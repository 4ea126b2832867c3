/**
 * Something that the loop needs and this machine lacks. It is not a failure of ours; one line says
 * so.
 */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

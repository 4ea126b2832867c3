/** What the loop needs and this machine does not have: no failure of ours, and said in one line. */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

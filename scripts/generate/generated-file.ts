/** A file and its whole text; the path starts at the root of the repository. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

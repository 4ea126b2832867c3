/** A file and its whole text; the path is from the root of the repository. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

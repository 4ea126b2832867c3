/** Narrows a text; undefined for any other text, such as a filter that somebody typed. */
export function oneOf<const Value extends string>(values: readonly Value[], text: string | undefined) {
  return values.find((value) => value === text)
}

/**
 * What a sheet says of a cell: a text, a number, a number that is shown as a percentage or with
 * zeros in front, a day, or a formula without a result.
 */
export type CellKind = 'text' | 'number' | 'percent' | 'padded' | 'day' | 'unsaved'

/** Rows of one page of a list: below 100 kB with the longest values. */
export const pageSize = 25
/** Of a list whose rows have a line more, so that the page does not get heavier. */
export const longRowsSize = 20

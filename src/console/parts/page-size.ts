/** Rows of one page of a list: below 100 kB with the longest values. */
export const pageSize = 25

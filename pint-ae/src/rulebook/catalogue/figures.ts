/** Stands, among the members that a rule depends on, for all that the service computes by itself. */
export const figures = '*'

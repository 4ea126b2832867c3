/** The organisations of every world. */
export const organisations = ['org-a', 'org-b'] as const

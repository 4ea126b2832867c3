/** Of a person. */
export const draftsMax = 200

/** Of the content of a draft. */
export const contentBytesMax = 1024 * 1024

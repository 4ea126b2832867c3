import { families, Type } from '@selfbill/pint-ae/document'

// Members that the inputs and outputs of several tools have in common.

export const FamilyInput = Type.Enum(families, { description: 'The kind of document; purchase: self-billed' })

/** `.` and `..` would be another path. */
const pathPart = { pattern: '[^.]' }

export const ProfileInput = Type.String({ ...pathPart, description: 'Your own party, from list_business_profiles' })

export const IdInput = Type.String({ ...pathPart, description: 'The id of the document, as find_documents lists it' })

export const CursorInput = Type.Optional(Type.String({ description: 'next of the page before' }))

export const NextCursor = Type.Union([Type.String(), Type.Null()])

import Type from 'typebox'
import { answerEnum, answerObject, instant } from '../../../document/declaration/answer-shapes.ts'
import { described, leaf, named, namedObject, optional, Problem } from '../../../document/declaration/declare.ts'
import { oneOf, text } from '../../../document/declaration/leaves.ts'
import { message } from '../../../messages/message.ts'
import { givenRoles, roles } from '../../../security/roles.ts'
import { type User, userLanguages } from '../../../store/people/users.ts'

/** Enough to see a mistake: only a message that arrives proves an address. */
const addressSyntax = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An e-mail address, in lower case: people write the same one in several ways. */
const email = leaf<string>({ type: 'string', maxLength: 254, pattern: addressSyntax.source }, (value, field) => {
  const isAddress = typeof value === 'string' && value.length <= 254 && addressSyntax.test(value)
  return isAddress ? value.toLowerCase() : new Problem(message('not_an_email', { field }))
})

/** The language of a person's pages and e-mails. */
export const language = named('Language', oneOf(userLanguages))

/** A role that a person can be given. */
const givenRole = named('GivenRole', oneOf(givenRoles))

/** A person to add. */
export const NewUser = namedObject('NewUser', {
  name: text(255),
  email: optional(email),
  role: givenRole,
  language: optional(language),
})

/** Members that are not sent stay. */
export const UserChange = namedObject(
  'UserChange',
  {
    name: optional(text(255)),
    email: optional(email),
    role: optional(givenRole),
    language: optional(language),
  },
  { neverSent: ['user_id', 'created_at'] },
)

export const userParameters = { user_id: Type.String({ description: 'The id of the user', format: 'uuid' }) }

export const RoleAnswer = answerEnum('Role', roles, 'Each may do what those before it may')

export const AnsweredUser = answerObject('AnsweredUser', {
  user_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  role: RoleAnswer,
  language: Type.Optional(described(language, "Absent: the browser's")),
  signs_in_at_provider: Type.Optional(
    Type.Literal(true, { description: 'Has signed in at the OpenID provider; absent otherwise' }),
  ),
  created_at: instant('Unix seconds'),
})

export function answeredUser(user: User) {
  return {
    user_id: user.id,
    name: user.name,
    ...(user.email !== undefined && { email: user.email }),
    role: user.role,
    ...(user.language !== undefined && { language: user.language }),
    ...(user.oidc !== undefined && { signs_in_at_provider: true as const }),
    created_at: Math.floor(user.createdAt / 1000),
  }
}

import {
  answerEnum,
  answerObject,
  instant,
  instantAt,
  leaf,
  named,
  namedObject,
  oneOf,
  optional,
  Problem,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { emailAddress, emailCharactersMax, emailSyntax } from '../../../people/email-address.ts'
import { givenRoles, roles } from '../../../security/roles.ts'
import { invitationEnd } from '../../../store/people/invitations.ts'
import { hasConfirmedEmail, type User, userLanguages } from '../../../store/people/users.ts'
import type { SigningIn } from '../../parts.ts'

/** An e-mail address: the one form that all of the service takes. */
const email = leaf<string>(
  {
    type: 'string',
    maxLength: emailCharactersMax,
    pattern: emailSyntax.source.replaceAll('a-z0-9', 'A-Za-z0-9').replaceAll('[a-z]', '[A-Za-z]'),
  },
  (value, field) =>
    (typeof value === 'string' ? emailAddress(value) : undefined) ?? new Problem(message('must_be_email', { field })),
)

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

export const userParameters = { user_id: Type.String({ format: 'uuid' }) }

export const RoleAnswer = answerEnum('Role', roles, 'Each may do what those before it may')

export const AnsweredUser = answerObject('AnsweredUser', {
  user_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  email_confirmed: Type.Optional(Type.Literal(true)),
  invitation_expires_at: Type.Optional(instant()),
  role: RoleAnswer,
  language: Type.Optional(language),
  signs_in_at_provider: Type.Optional(Type.Literal(true)),
  created_at: instant(),
})

export function answeredUser(user: User, { people }: Pick<SigningIn, 'people'>) {
  const end = people.oidc?.asksInvited === true ? invitationEnd(user) : undefined
  return {
    user_id: user.id,
    name: user.name,
    ...(user.email !== undefined && { email: user.email }),
    ...(hasConfirmedEmail(user) && { email_confirmed: true as const }),
    ...(end !== undefined && { invitation_expires_at: instantAt(end) }),
    role: user.role,
    ...(user.language !== undefined && { language: user.language }),
    ...(user.oidc !== undefined && { signs_in_at_provider: true as const }),
    created_at: instantAt(user.createdAt),
  }
}

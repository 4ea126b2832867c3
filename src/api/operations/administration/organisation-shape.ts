import {
  answerEnum,
  answerObject,
  flag,
  instant,
  instantAt,
  LegalHold,
  leaf,
  named,
  namedObject,
  numberFormatProblem,
  numberFormatSyntax,
  oneOf,
  optional,
  Problem,
  Type,
  usualNumberFormat,
  wholeNumber,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { Static } from 'typebox'
import { compatibilitySyntax, headerPrefixOf, readCompatibility } from '../../../compatibility/header-prefix.ts'
import type { Organisation } from '../../../store/accounts/organisations.ts'
import type { Hold } from '../../../store/keeping/hold.ts'
import { type Retention, yearsMax, yearsMin } from '../../../store/keeping/retentions.ts'
import type { CompatibilityParts } from '../../compatibility/compatibility-parts.ts'
import { versions } from '../../versions.ts'

const versionNames = Object.keys(versions)

/**
 * The settings that an organisation may change; absent ones stay. Its name is not among them,
 * because operators and the configuration of issuers use it.
 */
export const OrganisationChange = namedObject(
  'OrganisationChange',
  {
    default_api_version: optional(named('ApiVersion', oneOf(versionNames))),
    phase_2_enabled: optional(flag()),
    auto_numbering_enabled: optional(flag()),
    number_format: optional(
      leaf<string>({ type: 'string', maxLength: 100, pattern: numberFormatSyntax }, (value, field) => {
        if (typeof value !== 'string') return new Problem(message('must_be_text', { field }))
        const problem = numberFormatProblem(value, field)
        return problem === undefined ? value : new Problem(problem)
      }),
    ),
    compatibility: optional(
      leaf<string>(
        {
          type: 'string',
          maxLength: 40,
          pattern: compatibilitySyntax,
        },
        (value, field) => {
          const setting = typeof value === 'string' ? readCompatibility(value) : undefined
          return setting ?? new Problem(message('must_be_header_prefix', { field }))
        },
      ),
    ),
    retention_years: optional(wholeNumber(yearsMin, yearsMax)),
    remove_after_retention: optional(flag()),
  },
  { neverSent: ['legal_hold', 'org_id', 'name', 'created_at'] },
)

export const AnsweredOrganisation = answerObject('AnsweredOrganisation', {
  org_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  default_api_version: answerEnum('ApiVersion', versionNames),
  phase_2_enabled: Type.Boolean(),
  auto_numbering_enabled: Type.Boolean(),
  number_format: Type.String(),
  compatibility: Type.Optional(Type.String()),
  retention_years: Type.Integer(),
  remove_after_retention: Type.Boolean(),
  legal_hold: Type.Optional(LegalHold),
  created_at: instant(),
})

/** `serviceWide` is the compatibility mode of organisations that have not chosen. */
export function answeredOrganisation(
  organisation: Organisation,
  { years, removes, hold }: Retention,
  { serviceWide }: Pick<CompatibilityParts, 'serviceWide'>,
) {
  const compatibility = headerPrefixOf(organisation.compatibility, serviceWide)
  return {
    org_id: organisation.id,
    name: organisation.name,
    default_api_version: organisation.defaultApiVersion,
    phase_2_enabled: organisation.hasPhase2,
    auto_numbering_enabled: organisation.hasAutoNumbering,
    number_format: organisation.numberFormat ?? usualNumberFormat,
    ...(compatibility !== undefined && { compatibility }),
    retention_years: years,
    remove_after_retention: removes,
    ...(hold !== undefined && { legal_hold: answeredHold(hold) }),
    created_at: instantAt(organisation.createdAt),
  }
}

export function answeredHold({ reason, heldBy, heldAt }: Hold): Static<typeof LegalHold> {
  return { reason, held_by: heldBy, held_since: instantAt(heldAt) }
}

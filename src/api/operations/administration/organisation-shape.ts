import {
  answerEnum,
  answerObject,
  described,
  flag,
  instant,
  LegalHold,
  leaf,
  named,
  namedObject,
  numberFormatProblem,
  numberFormatSyntax,
  oneOf,
  optional,
  Problem,
  usualNumberFormat,
  wholeNumber,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { Static } from 'typebox'
import Type from 'typebox'
import {
  compatibilitySyntax,
  headerPrefixOf,
  readCompatibility,
  strictMode,
} from '../../../compatibility/header-prefix.ts'
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
    default_api_version: optional(
      described(named('ApiVersion', oneOf(versionNames)), 'The contract version of requests without X-API-VERSION'),
    ),
    phase_2_enabled: optional(described(flag(), 'False: documents are judged but never sent')),
    auto_numbering_enabled: optional(described(flag(), 'False: document_number is mandatory')),
    number_format: optional(
      leaf<string>(
        { type: 'string', maxLength: 100, pattern: numberFormatSyntax, examples: [usualNumberFormat] },
        (value, field) => {
          if (typeof value !== 'string') return new Problem(message('must_be_text', { field }))
          const problem = numberFormatProblem(value, field)
          return problem === undefined ? value : new Problem(problem)
        },
      ),
    ),
    compatibility: optional(
      leaf<string>(
        {
          type: 'string',
          description: `Compatibility mode: the prefix of its clients' headers, or ${strictMode}`,
          maxLength: 40,
          pattern: compatibilitySyntax,
          examples: ['x-acme'],
        },
        (value, field) => {
          const setting = typeof value === 'string' ? readCompatibility(value) : undefined
          return setting ?? new Problem(message('must_be_header_prefix', { field }))
        },
      ),
    ),
    retention_years: optional(
      described(
        wholeNumber(yearsMin, yearsMax),
        'How long documents are kept, from the end of the calendar year of issue date and creation',
      ),
    ),
    remove_after_retention: optional(
      described(flag(), 'True: the content of documents is removed after the retention, for good'),
    ),
  },
  { neverSent: ['legal_hold', 'org_id', 'name', 'created_at'] },
)

export const AnsweredOrganisation = answerObject('AnsweredOrganisation', {
  org_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  default_api_version: answerEnum('ApiVersion', versionNames),
  phase_2_enabled: Type.Boolean({ description: 'False: documents are judged but never sent' }),
  auto_numbering_enabled: Type.Boolean({ description: 'False: document_number is mandatory' }),
  number_format: Type.String({ description: 'The format of document numbers that the service mints' }),
  compatibility: Type.Optional(
    Type.String({ description: "Compatibility mode: the prefix of its clients' headers. Absent in strict mode" }),
  ),
  retention_years: Type.Integer({ description: 'How long documents are kept, from the end of the calendar year' }),
  remove_after_retention: Type.Boolean({ description: 'True: their content is removed afterwards' }),
  legal_hold: Type.Optional(LegalHold),
  created_at: instant('Unix seconds'),
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
    created_at: Math.floor(organisation.createdAt / 1000),
  }
}

export function answeredHold({ reason, heldBy, heldAt }: Hold): Static<typeof LegalHold> {
  return { reason, held_by: heldBy, held_since: heldAt }
}

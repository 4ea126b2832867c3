import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of an organisation's logo mean. */
export const logoFields: FieldTable = {
  'LogoRequest OrganisationLogo': {
    file_type: { en: 'Media type of the picture', ar: 'نوع وسائط الصورة', example: 'image/png' },
    file_content: {
      en: 'The picture in Base64: at most 256 kB, 2,000 pixels on a side, grey or RGB',
      ar: 'الصورة بصيغة Base64: حتى 256 كيلوبايت و2,000 بكسل لكل ضلع، بالرمادي أو RGB',
      example: 'iVBORw0KGgo=',
    },
  },
  OrganisationLogo: {
    width: { en: 'Width in pixels', ar: 'العرض بالبكسل', example: 480 },
    height: { en: 'Height in pixels', ar: 'الارتفاع بالبكسل', example: 120 },
    updated_at: {
      en: 'When the logo was sent, RFC 3339',
      ar: 'وقت إرسال الشعار، بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00Z',
    },
  },
}

import fc from 'fast-check'

/**
 * Text in every script that we print, with everything a careless step would change: composed and
 * decomposed marks, presentation forms, joiners and direction marks, characters beyond 16 bits,
 * surrounding blanks, all line ends, and the special characters of XML, JSON, CSV and replacement
 * patterns. Without digits, so that no card number appears; never blank.
 */
export function arbitraryText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...pieces) },
    { weight: 3, arbitrary: letter },
  )
  return fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((made) => made.join(''))
    .filter((text) => /[^ \t\r\n]/.test(text) && [...text].length <= 200)
}

/** One word in each script that has a font. */
const words = [
  'Straße',
  'Ελλάδα',
  'Україна',
  'شركة الخليج',
  'فروشگاه',
  'کاروبار',
  'व्यापार',
  'বাণিজ্য',
  'വ്യാപാരം',
  'வணிகம்',
  'వ్యాపారం',
  'ವ್ಯಾಪಾರ',
  'વેપાર',
  'ਵਪਾਰ',
  'ବାଣିଜ୍ୟ',
  'වෙළඳාම',
  'การค้า',
  'מסחר',
  '贸易',
]

const pieces = [
  // Composed and decomposed, and two orders of the same marks.
  'é',
  'e\u0301',
  'Å',
  'A\u030a',
  '\u212b',
  'ٱ\u0655\u064e',
  'ٱ\u064e\u0655',
  'q\u0307\u0323',
  '\u0dda',
  '\u0dd9\u0dca',
  // Compatibility forms: a ligature, presentation forms of Arabic and Hebrew, full width.
  'ﬁ',
  'ﷺ',
  'ﻻ',
  'שּׁ',
  'Ａ',
  // Joiners, direction marks and overrides, a byte order mark inside, a soft hyphen, tatweel.
  'نمی\u200cخواهم',
  'क्\u200dष',
  '\u200e',
  '\u200f',
  '\u202b',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u061c',
  '\ufeff',
  '\u00ad',
  'ـ',
  // Beyond 16 bits.
  '😀',
  '👩🏽‍🔧',
  '𝒜',
  '𞤀',
  '\u{10ffff}',
  // Blanks and line ends.
  ' ',
  '  ',
  '\u00a0',
  '\u202f',
  '\u3000',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  // What formats escape.
  '&',
  '&amp;',
  '<',
  '>',
  ']]>',
  '"',
  '""',
  "'",
  '\\',
  '\\u0041',
  '%41',
  ',',
  ';',
  '|',
  '{',
  '$&',
  '{prefix}',
  '=',
  "--'",
]

/** Any letter or mark of the blocks from Latin to Thai, of the presentation forms, and others. */
const letter = fc
  .integer({ min: 0x20, max: 0xfdff })
  .map((code) => String.fromCharCode(code))
  .filter((character) => /^[\p{L}\p{M}\p{P}\p{S}]$/u.test(character))

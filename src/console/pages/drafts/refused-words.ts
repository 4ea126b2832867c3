import { words } from '../../language/words.ts'

/** What a check says of rules that it could not apply. */
export const refusedWords = words('refused', {
  ambiguous: {
    en: '“{text}” can be {thousands} or {decimals}. Write it in one of these ways.',
    ar: 'قد تعني «{text}» {thousands} أو {decimals}. اكتبها بإحدى هاتين الصورتين.',
  },
  waiting: {
    en: {
      one: '{count} rule needs what is missing or wrong here. It is checked once that is corrected.',
      other: '{count} rules need what is missing or wrong here. They are checked once that is corrected.',
    },
    ar: {
      zero: 'لا تنتظر أي قاعدة هذا التصحيح.',
      one: 'قاعدة واحدة تحتاج إلى ما ينقص أو لا يُقبل هنا، وتُطبّق بعد تصحيحه.',
      two: 'قاعدتان تحتاجان إلى ما ينقص أو لا يُقبل هنا، وتُطبّقان بعد تصحيحه.',
      few: '{count} قواعد تحتاج إلى ما ينقص أو لا يُقبل هنا، وتُطبّق بعد تصحيحه.',
      many: '{count} قاعدة تحتاج إلى ما ينقص أو لا يُقبل هنا، وتُطبّق بعد تصحيحه.',
      other: '{count} قاعدة تحتاج إلى ما ينقص أو لا يُقبل هنا، وتُطبّق بعد تصحيحه.',
    },
  },
})

/**
 * The width of a text in Noto Sans Regular, in em; undefined if it has other characters than those
 * of ASCII and Latin-1. Pairs that are set closer or wider make some hundredths of difference.
 */
export function latinWidth(text: string): number | undefined {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    const width = widths[text.charCodeAt(at) - firstCode]
    if (width === undefined) return undefined
    sum += width
  }
  return sum / 1000
}

const firstCode = 0x20

/** In thousandths of an em, from U+0020 to U+00FF; undefined for control characters. */
// biome-ignore format: a table
const widths: readonly (number | undefined)[] = [
  260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572,
  572, 572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556,
  519, 728, 741, 339, 273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586,
  566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534,
  258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
  ...Array.from({ length: 33 }, () => undefined),
  260, 269, 572, 572, 572, 572, 551, 513, 580, 832, 357, 509, 572,
  undefined,
  832, 500, 428, 572, 350, 350, 281, 623, 655, 268, 225, 350, 376, 509, 745, 771, 781, 434, 639,
  639, 639, 639, 639, 639, 881, 632, 556, 556, 556, 556, 339, 339, 339, 339, 730, 760, 781, 781,
  781, 781, 781, 572, 781, 731, 731, 731, 731, 566, 605, 631, 561, 561, 561, 561, 561, 561, 864,
  480, 564, 564, 564, 564, 258, 258, 258, 258, 605, 618, 605, 605, 605, 605, 605, 572, 605, 618,
  618, 618, 618, 510, 615, 510,
]

/** A metric in a PromQL expression, with its label matchers. */
export interface UsedMetric {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly value: string }[]
}

/** The metrics of an expression. Functions, keywords, and names of labels are left out. */
export function metricsIn(expression: string): readonly UsedMetric[] {
  const bare = expression
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g, '')
  return Array.from(bare.matchAll(selector), ([, name = '', braces = '']) => ({
    name,
    matchers: Array.from(braces.matchAll(/(\w+) *(?:=~|!~|!=|=) *"([^"]*)"/g), ([, label = '', value = '']) => ({
      label,
      value,
    })),
  })).filter(({ name }) => !keywords.has(name))
}

/** A name that is not a function's, not inside a string, and perhaps its braces. */
const selector = /(?<![\w"$])([a-z_:][\w:]*)(?![\w(])(?: *\{([^}]*)\})?(?! *\()/g
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset'])

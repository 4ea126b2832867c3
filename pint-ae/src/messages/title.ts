/**
 * The name of a member in English messages: `issue_date` → "Issue date", `profile_execution_id` →
 * "Profile execution ID".
 */
export function titleOf(member: string): string {
  const words = member.split('_').map((word) => acronyms.get(word) ?? word)
  const first = words[0] ?? ''
  return [first.charAt(0).toUpperCase() + first.slice(1), ...words.slice(1)].join(' ')
}

const acronyms: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['tin', 'TIN'],
  ['url', 'URL'],
  ['aed', 'AED'],
  ['vat', 'VAT'],
])

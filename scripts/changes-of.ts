/**
 * The section of a version in the changelog, with its heading; without one, undefined. The heading
 * is `## 0.2.0`, perhaps with a date behind it.
 */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m).slice(1)
  return sections.find((section) => /^## \[?([\w.-]+)/.exec(section)?.[1] === version)?.trimEnd()
}

import { fileURLToPath } from 'node:url'
import { sourcePages } from '../../scripts/site/source-pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** One page for each source file or folder that a page of the site links to. */
export default {
  paths: () => sourcePages(root).map(({ path, markdown }) => ({ params: { path }, content: markdown })),
}

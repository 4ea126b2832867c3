import { fileURLToPath } from 'node:url'
import { sections } from './pages.ts'
import { siteConfig } from './site-config.ts'

// The documentation as a site: docs/guide/contributor.md#change-the-documentation.

export default siteConfig({ root: fileURLToPath(new URL('../../', import.meta.url)), sections })

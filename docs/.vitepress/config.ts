import { fileURLToPath } from 'node:url'
import { siteConfig } from '../../scripts/site/site-config.ts'
import { sections } from './pages.ts'

// The documentation as a site: docs/guide/contributor.md#change-the-documentation.

export default siteConfig({ root: fileURLToPath(new URL('../../', import.meta.url)), sections })

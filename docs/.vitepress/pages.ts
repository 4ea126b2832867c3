import type { Section } from '../../scripts/site/site-config.ts'

/** The sidebar: every page of the site, in the order of a reader. Decisions have a list of their own. */
export const sections: readonly Section[] = [
  [
    'Guides',
    {
      'docs/guide/integrator.md': 'For integrators',
      'docs/guide/clerk.md': 'For clerks',
      'docs/guide/operator.md': 'For operators',
      'docs/guide/contributor.md': 'For contributors',
    },
  ],
  [
    'About Selfbill',
    {
      'docs/README.md': 'Start',
      'README.md': 'Overview',
      'docs/mandate.md': 'The mandate',
      'docs/alternatives.md': 'Alternatives',
      'docs/limits.md': 'Limits',
      'CHANGELOG.md': 'Changelog',
      'docs/versions.md': 'Versions',
      'docs/glossary.md': 'Glossary',
      'SECURITY.md': 'Security',
    },
  ],
  [
    'Use it',
    {
      'docs/console.md': 'The console',
      'docs/integrating.md': 'Integrating',
      'client/README.md': 'The client for TypeScript',
      'schematron/README.md': 'The rule engine',
      'docs/clients.md': 'Clients in your language',
      'clients/README.md': 'Short clients',
      'examples/README.md': 'Examples',
      'examples/erpnext/README.md': 'Connector for ERPNext',
      'examples/odoo/README.md': 'Connector for Odoo',
      'examples/sap/README.md': 'Connector for SAP',
      'examples/selfbill-connect/README.md': 'The client in Python',
      'docs/sandbox.md': 'The sandbox',
      'docs/rules.md': 'The rules',
      'docs/rulebook-gaps.md': 'What the official rules miss',
    },
  ],
  [
    'Run it',
    {
      'docs/operating.md': 'Operating',
      'docs/configuration.md': 'Settings',
      'docs/cli.md': 'Commands',
      'docs/scaling.md': 'Scaling',
      'docs/upgrading.md': 'Upgrading',
      'printing/README.md': 'The package that prints PDFs',
    },
  ],
  [
    'Change it',
    {
      'CONTRIBUTING.md': 'Contributing',
      'CODE_OF_CONDUCT.md': 'Code of conduct',
      'ARCHITECTURE.md': 'Architecture',
      'docs/contract.md': 'The contract',
      'docs/network.md': 'The network',
      'docs/adding-an-operation.md': 'Adding an operation',
      'docs/adding-a-rule.md': 'Adding a rule',
      'docs/adding-a-page.md': 'Adding a page',
      'docs/rulebook.md': 'The rule book',
      'docs/testing.md': 'Tests',
      'docs/performance.md': 'Where the time goes',
      'docs/faults.md': 'The fault suite',
      'docs/operations.md': 'Operations and answers',
      'docs/releasing.md': 'Releasing',
      'docs/dependencies.md': 'Dependencies',
      'docs/decisions/README.md': 'Decisions',
    },
  ],
]

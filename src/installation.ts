/** Node runs the sources in a clone, and the build in a package. */
export const isClone = import.meta.url.endsWith('.ts')

/** The folder with package.json, examples/, migrations/ and docs/. */
export const installation = new URL(isClone ? '../' : '../../', import.meta.url)

/** Whether npm installed the package into a node_modules folder. */
export const isInstalled = /\/node_modules\/[^/]+\/$/.test(installation.pathname)

/** Calls the command line: where the package is installed, or else in the installation's folder. */
export const selfbillCommand = isInstalled ? 'npx selfbill' : isClone ? 'bin/selfbill' : 'node bin/selfbill.js'

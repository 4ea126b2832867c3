import manifest from '../../package.json' with { type: 'json' }

/** The version of this service; package.json is its only source. */
export const { version, description } = manifest

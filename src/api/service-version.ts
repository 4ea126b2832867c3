import manifest from '../../package.json' with { type: 'json' }

/** The version of this service. package.json is the only place that holds it. */
export const { version, description } = manifest

import { feature } from '../feature.ts'
import { evidenceOperations } from './operations.ts'

/**
 * Packs of proof for a document and for a period. What a pack is, and how it is verified without
 * the service, stands in src/evidence. Source: docs/decisions/0042.
 */
export const evidence = feature({
  operations: evidenceOperations,
  configure({ gateway }) {
    const mlsTo = (gateway.kind === 'phoss-ap' ? gateway.mlsTo : undefined) ?? null
    return ({ store, clock, now, signingKey, printing }) => ({
      parts: { store, clock, now, signingKey, mlsTo, ...printing },
    })
  },
})

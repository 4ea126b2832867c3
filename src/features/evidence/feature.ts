import type { Config } from '../../config/config.ts'
import { feature } from '../feature.ts'
import { evidenceFiles } from './evidence-files.ts'
import { evidenceOperations } from './operations.ts'
import { evidenceSnapshot } from './snapshot.ts'

/**
 * Packs of proof for a document and for a period. What a pack is, and how it is verified without
 * the service, stands in src/evidence. Source: docs/decisions/0042.
 */
export const evidence = feature({
  operations: evidenceOperations,
  documentFiles(config) {
    return async (db, { orgId, family, id }) => {
      const snapshot = await evidenceSnapshot(db, orgId, family, id)
      if (snapshot === undefined) return undefined
      const files = snapshot.removedAt === undefined ? evidenceFiles(db, snapshot, mlsToIn(config)) : []
      return { link: snapshot.link, files }
    }
  },
  configure(config) {
    const mlsTo = mlsToIn(config)
    return ({ store, clock, now, signingKey, printing }) => ({
      parts: { store, clock, now, signingKey, mlsTo, publicUrl: config.publicUrl, ...printing },
    })
  },
})

/** Where envelopes ask for statuses; see `EvidenceParts`. */
function mlsToIn({ gateway }: Pick<Config, 'gateway'>): string | null {
  return (gateway.kind === 'phoss-ap' ? gateway.mlsTo : undefined) ?? null
}

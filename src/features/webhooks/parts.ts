import type { Basics, Feeding } from '../../api/parts.ts'
import type { TargetPolicy } from '../../targets/target.ts'

/** What the operations on webhooks work with. */
export interface WebhookParts extends Basics, Feeding {
  readonly targets: TargetPolicy
  /** Encrypts a secret for the database. */
  seal(secret: string): string
  /** Call it when there is something to send. */
  wake(): void
}

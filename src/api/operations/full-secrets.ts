import { instantAt } from '@selfbill/pint-ae/document'
import { FormerSecretsFull, formerSecretsMax } from '../../store/former-secrets.ts'
import { Fault } from '../faults.ts'

/**
 * Does a rotation; throws the given Fault when too many former secrets are valid. None of them is
 * ended early to make room: each has been promised its time.
 */
export async function refuseFullSecrets<Result>(
  fault: 'client_secrets_full' | 'webhook_secrets_full',
  rotate: () => Promise<Result>,
): Promise<Result> {
  try {
    return await rotate()
  } catch (error) {
    if (!(error instanceof FormerSecretsFull)) throw error
    throw new Fault(fault, { max: formerSecretsMax, until: instantAt(error.until) })
  }
}

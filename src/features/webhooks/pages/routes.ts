import type { Route } from '../../../console/route.ts'
import { askToReplay, replayDelivery, replayMatching, showDelivery } from './deliveries.ts'
import { showWebhook } from './webhook.ts'
import { askToDelete, askToRotate, deleteWebhook, rotateSecret, sendTest } from './webhook-actions.ts'
import { addWebhook, changeWebhook, editWebhook, newWebhook } from './webhook-form.ts'
import { listWebhooks } from './webhooks.ts'

/** The pages of webhooks. */
export const webhookRoutes: readonly Route[] = [
  listWebhooks,
  newWebhook,
  addWebhook,
  showWebhook,
  editWebhook,
  changeWebhook,
  askToRotate,
  rotateSecret,
  askToDelete,
  deleteWebhook,
  sendTest,
  showDelivery,
  replayDelivery,
  askToReplay,
  replayMatching,
]

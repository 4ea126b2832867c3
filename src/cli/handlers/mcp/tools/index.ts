import type { Tool } from '../tool.ts'
import { creditInvoice } from './credit-invoice.ts'
import { dryRun } from './dry-run.ts'
import { explain } from './explain.ts'
import { findDocuments } from './find-documents.ts'
import { getDocument } from './get-document.ts'
import { issueDocument } from './issue-document.ts'
import { listBusinessProfiles } from './list-business-profiles.ts'
import { lookUpParticipant } from './look-up-participant.ts'
import { validateDocument } from './validate-document.ts'

/** All tools, in the order in which an assistant sees them. */
export const tools: readonly Tool[] = [
  validateDocument,
  dryRun,
  explain,
  lookUpParticipant,
  listBusinessProfiles,
  findDocuments,
  getDocument,
  issueDocument,
  creditInvoice,
]

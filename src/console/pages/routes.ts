import type { Catalogue, Organisations, SigningIn, Tokens } from '../../api/parts.ts'
import type { Route } from '../route.ts'
import { approveDocument, printApproval, returnDocument, showApproval } from './approvals/approval.ts'
import { listApprovals } from './approvals/approvals.ts'
import { changeReturned, giveUpReturned } from './approvals/returned.ts'
import { removeRule, setRule, showRule as showApprovalRule } from './approvals/rule.ts'
import { listCodeListsPage, showCodeList } from './catalogue/code-lists.ts'
import { showRule } from './catalogue/rule.ts'
import { listRulesPage } from './catalogue/rules.ts'
import { creditRoutes } from './credit/credit.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { home } from './home.ts'
import { findSuppliers } from './new/find-suppliers.ts'
import { findUnits } from './new/find-units.ts'
import { keepDraft } from './new/keep-draft.ts'
import { checkOrIssue, newDocument } from './new/new.ts'
import { showTotals } from './new/show-totals.ts'
import { operationsRoutes } from './operations/routes.ts'
import { choosePreferences } from './preferences.ts'
import { referenceRoutes } from './reference/routes.ts'
import { repairRoutes } from './repair/repair.ts'
import { settingsRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/sign-in.ts'

type RouteParts = Catalogue & SigningIn & Pick<Organisations, 'organisation'> & Pick<Tokens, 'rateLimit'>

const catalogue: readonly Route[] = [listRulesPage, showRule, listCodeListsPage, showCodeList]

/**
 * Every page of the console. A new page is a file in the folder of its subject and a line here, or
 * in its feature.
 */
export function routesOf(parts: RouteParts, ofFeatures: readonly Route[]): readonly Route[] {
  const { people, publicUrl } = parts
  const subjects: readonly Route[] = [
    ...documentRoutes,
    newDocument,
    checkOrIssue,
    keepDraft,
    findSuppliers,
    findUnits,
    showTotals,
    ...repairRoutes,
    ...creditRoutes,
    listApprovals,
    showApproval,
    printApproval,
    approveDocument,
    changeReturned,
    giveUpReturned,
    returnDocument,
    showApprovalRule,
    setRule,
    removeRule,
    ...ofFeatures,
    ...operationsRoutes,
    ...catalogue,
    ...referenceRoutes(parts),
    ...settingsRoutes,
    choosePreferences,
  ]
  return [home(subjects), ...signInRoutes(people, publicUrl), ...subjects]
}

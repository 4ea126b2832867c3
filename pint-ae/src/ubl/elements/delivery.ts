import { branch, type Element } from '@selfbill/schematron/xml'
import type { Delivery } from '../../document/objects/references.ts'
import { cac, cbc } from '../names.ts'
import { address } from './address.ts'
import { textLeaf } from './leaves.ts'

/** Place, date and receiver of the delivery (IBG-13, IBG-15), and its terms (BTAE-22). */
export function delivery(sent: Delivery | undefined): Element | undefined {
  if (sent === undefined) return undefined
  const location = sent.delivery_location
  return branch(
    cac.Delivery,
    [
      textLeaf(cbc.ActualDeliveryDate, sent.actual_delivery_date, 'actual_delivery_date'),
      textLeaf(cbc.ActualDeliveryTime, sent.delivery_time, 'delivery_time'),
      branch(
        cac.DeliveryLocation,
        [textLeaf(cbc.ID, location?.id, 'id'), address(cac.Address, location?.address, 'address')],
        'delivery_location',
      ),
      branch(cac.DeliveryParty, [
        branch(cac.PartyIdentification, [textLeaf(cbc.ID, sent.party_id, 'party_id')]),
        branch(cac.PartyName, [textLeaf(cbc.Name, sent.party_name, 'party_name')]),
      ]),
      branch(cac.DeliveryTerms, [textLeaf(cbc.ID, sent.terms, 'terms')]),
    ],
    'delivery',
  )
}

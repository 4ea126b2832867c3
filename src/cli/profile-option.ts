import { Option } from '@commander-js/extra-typings'

/** `--profile FILE`: the party that a request is checked for, since a request does not hold it. */
export const profileOption = new Option(
  '--profile <FILE>',
  'the business profile that issues the request (default: examples/business-profile.json)',
)

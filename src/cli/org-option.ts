import { Option } from '@commander-js/extra-typings'

/** `--org NAME`, the same for every command of one organisation. */
export const orgOption = new Option('--org <NAME>', 'the organisation; needed when there is more than one')

/** `--org NAME` for commands that otherwise cover all organisations. */
export const onlyOrgOption = new Option('--org <NAME>', 'only this organisation')

export interface OrgOption {
  readonly org?: string | undefined
}

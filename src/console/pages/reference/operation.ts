import { type Html, html } from '@selfbill/pint-ae/html'
import type { Catalogue, Organisations, Tokens } from '../../../api/parts.ts'
import { Refused } from '../../http/refused.ts'
import type { OpenCall, PageReply } from '../../route.ts'
import { operationNamed } from './api-description.ts'
import { fieldRulesOf, placesOf } from './field-rules.ts'
import { operationPage } from './operation-page.ts'
import { namedSchema } from './plain-schema.ts'
import { referenceWords } from './reference-words.ts'
import { schemaTree } from './schema-tree.ts'
import { tryForm } from './try-form.ts'
import { usualProfile } from './usual-profile.ts'

/** What the pages show and do: rules, the limits of requests, and the name of an organisation. */
export type ReferenceParts = Catalogue & Pick<Organisations, 'organisation'> & Pick<Tokens, 'rateLimit'>

/** The page of an operation. */
export async function showOperation(call: OpenCall, id: string, parts: ReferenceParts): Promise<PageReply> {
  const described = operationNamed(id, call.language)
  if (described === undefined) throw new Refused('notFound')
  const [rules, usual] = await Promise.all([parts.catalogue(), usualProfile(call, described)])
  const { rateLimit } = parts
  return operationPage(call, described, { rules: fieldRulesOf(rules), rateLimit }, tryForm(call, described, { usual }))
}

/** The page of a named schema. */
export async function showSchema(call: OpenCall, name: string, { catalogue }: Catalogue): Promise<PageReply> {
  const { say, language } = call
  const schema = namedSchema(name, language)
  if (schema === undefined) throw new Refused('notFound')
  const rules = fieldRulesOf(await catalogue())
  return {
    title: name,
    body: schemaPart(say(referenceWords.all), name, schemaTree({ say, language, rules }, schema, placesOf(name))),
  }
}

function schemaPart(back: string, name: string, tree: Html | undefined): Html {
  return html`<p><a href="/reference">${back}</a></p>
<div class="page-head"><h1><code>${name}</code></h1></div>
<section class="card">${tree}</section>`
}

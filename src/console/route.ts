import type { Html } from '@selfbill/pint-ae/html'
import type { SelfbillClient } from '../../client/src/client.ts'
import type { NamesIn } from '../api/declaration/call.ts'
import type { Person, SignedIn } from '../people/people.ts'
import type { Role } from '../security/roles.ts'
import type { Browser } from './http/browser.ts'
import type { SetCookie } from './http/cookies.ts'
import type { Form } from './http/form.ts'
import type { Notice } from './http/notice.ts'
import type { Format } from './language/format.ts'
import type { Language, Say } from './language/language.ts'

/**
 * What a page of the console is: an address, who may open it, and a function from the call to a
 * page. `page` shows, `action` changes something, `content` sends a file or a stream. The order of
 * checks before them is in console.ts.
 */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** With `{name}` for parameters. */
  readonly path: string
  /** The least role, or `anyone` for pages without sign-in. */
  readonly access: Role | 'anyone'
  readonly query: readonly string[]
  readonly exact: readonly string[]
  /** Of the form. */
  readonly bytesMax: number
  /** What a part of a page gets before its body, when nobody is signed in any more. */
  readonly ended?: ((visit: Visit) => ContentReply) | undefined
  answer(call: Received): Promise<Reply>
}

/** What every page knows about its request. */
export interface Visit {
  readonly say: Say
  readonly format: Format
  readonly language: Language
  /** The database's time, ms since 1970. */
  readonly now: number
  /** Whether the network is simulated, and its clock can be moved. */
  readonly isSandbox: boolean
  /** The path and query of this page. */
  readonly address: string
  /** The page to show after a sign-in. */
  readonly returnTo: string
  /** Whether it is a form that a browser sends. */
  readonly isForm: boolean
  readonly signedIn: SignedIn | undefined
  readonly browser: Browser
}

/** A call of a page that needs a person. */
export interface Call<Path extends string = string, Query extends string = string> extends OpenCall<Path, Query> {
  readonly signedIn: SignedIn
  readonly person: Person
  /** The published client, with the person's own account. */
  readonly api: SelfbillClient
  /** Aborted when the browser has gone. */
  readonly gone: AbortSignal
}

/** A call of a page that anyone may open. */
export interface OpenCall<Path extends string = string, Query extends string = string> extends Visit {
  readonly params: { readonly [Name in NamesIn<Path>]: string }
  /** Each parameter that the page names: text, or undefined when absent or blank. */
  readonly query: { readonly [Name in Query]: string | undefined }
  /** Of a person who happens to be signed in. */
  readonly personal: Personal | undefined
  /** Takes memory at the gate until the request ends, for work that is larger than its form. */
  takeMemory(bytes: number): Promise<void>
}

/** A call as console.ts makes it, before its types are known. */
export interface Received extends Visit {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly form: Form
  /** Undefined only where anyone may come. */
  readonly personal: Personal | undefined
  takeMemory(bytes: number): Promise<void>
}

type Personal = Pick<Call, 'signedIn' | 'person' | 'api' | 'gone'>

export type Reply = PageReply | RedirectReply | ContentReply

/** A page of the console: the layout goes around it. */
export interface PageReply extends WithCookies {
  readonly title: string
  readonly body: Html
  /** 200 when absent; 422 for a form that comes back with messages. */
  readonly status?: number
  readonly notice?: Notice
}

/** The browser goes to another page, which shows the notice. Only addresses of our own. */
export interface RedirectReply extends WithCookies {
  readonly redirect: string
  readonly notice?: Notice
}

/** A file, a stream, or a page for a frame: sent as it is. */
export interface ContentReply extends WithCookies {
  readonly content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  readonly type: string
  /** The name under which the browser saves it; absent: the browser shows it. */
  readonly filename?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface WithCookies {
  readonly cookies?: readonly SetCookie[]
}

interface Declared<Path extends string, Query extends string, Access extends Role | 'anyone'> {
  readonly path: Path
  readonly access: Access
  /** The names of the query parameters that the page reads. */
  readonly query?: readonly Query[]
  /** Those of them that stand for a stored text: blanks around it belong to it. */
  readonly exact?: readonly Query[]
}

type CallOf<Path extends string, Query extends string, Access> = Access extends 'anyone'
  ? OpenCall<Path, Query>
  : Call<Path, Query>

/** A page that a browser opens: it shows something and changes nothing. */
export function page<
  const Path extends string,
  const Access extends Role | 'anyone',
  const Query extends string = never,
>(
  declared: Declared<Path, Query, Access> & {
    show(call: CallOf<Path, Query, Access>): Promise<PageReply | RedirectReply> | PageReply | RedirectReply
  },
): Route {
  return route('GET', declared, 0, (call) => declared.show(call))
}

/** A form that a browser sends: it does something, then leads to a page or shows the form again. */
export function action<
  const Path extends string,
  const Access extends Role | 'anyone',
  const Query extends string = never,
>(
  declared: Declared<Path, Query, Access> & {
    /** The largest form; absent: 1 MiB, or 16 KiB where anyone may send one. */
    readonly bytesMax?: number
    /** For a script of a page that stays open; absent: it leads to the sign-in. */
    ended?(visit: Visit): ContentReply
    act(call: CallOf<Path, Query, Access> & { readonly form: Form }): Promise<Reply> | Reply
  },
): Route {
  const bytesMax = declared.bytesMax ?? (declared.access === 'anyone' ? anyonesFormBytesMax : formBytesMax)
  const made = route('POST', declared, bytesMax, (call) => declared.act(call))
  return { ...made, ended: declared.ended }
}

/** A download, a stream of events, or a document for a frame; a page that asks first. */
export function content<
  const Path extends string,
  const Access extends Role | 'anyone',
  const Query extends string = never,
>(
  declared: Declared<Path, Query, Access> & {
    send(call: CallOf<Path, Query, Access>): Promise<ContentReply | RedirectReply> | ContentReply | RedirectReply
  },
): Route {
  return route('GET', declared, 0, (call) => declared.send(call))
}

const formBytesMax = 1024 * 1024
/** A button, or a choice of language. */
const anyonesFormBytesMax = 16 * 1024

function route<Path extends string, Query extends string, Access extends Role | 'anyone'>(
  method: Route['method'],
  { path, access, query = [], exact = [] }: Declared<Path, Query, Access>,
  bytesMax: number,
  answer: (call: CallOf<Path, Query, Access> & { readonly form: Form }) => Promise<Reply> | Reply,
): Route {
  return {
    method,
    path,
    access,
    query,
    exact,
    bytesMax,
    async answer(received) {
      const call: object = { ...received, ...received.personal }
      // TypeScript cannot follow the declaration's types into a value that is made at run time.
      return answer(call as CallOf<Path, Query, Access> & { readonly form: Form })
    },
  }
}

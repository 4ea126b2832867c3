/**
 * The functions of XPath and XSLT that an expression may call, each with its parameters and its
 * result; those in brackets may be left out. Types without a prefix are those of XML Schema, and
 * `numeric` stands for integer, decimal and double. The engines take the number of arguments from
 * here, the analysis of expressions the results, and the package its documentation.
 */
const signatureTexts = `
abs(numeric?) as numeric?
adjust-date-to-timezone(date?, [dayTimeDuration?]) as date?
adjust-dateTime-to-timezone(dateTime?, [dayTimeDuration?]) as dateTime?
adjust-time-to-timezone(time?, [dayTimeDuration?]) as time?
avg(anyAtomicType*) as anyAtomicType?
boolean(item()*) as boolean
ceiling(numeric?) as numeric?
codepoints-to-string(integer*) as string
compare(string?, string?) as integer?
concat(anyAtomicType?, anyAtomicType?, …) as string
contains(string?, string?) as boolean
count(item()*) as integer
current() as item()
current-date() as date
current-dateTime() as dateTime
current-time() as time
data(item()*) as anyAtomicType*
day-from-date(date?) as integer?
day-from-dateTime(dateTime?) as integer?
days-from-duration(dayTimeDuration?) as integer?
distinct-values(anyAtomicType*) as anyAtomicType*
doc(string) as document-node()
document(string) as document-node()
empty(item()*) as boolean
ends-with(string?, string?) as boolean
error([item()?], [string], [item()*]) as empty-sequence()
exactly-one(item()*) as item()
exists(item()*) as boolean
false() as boolean
floor(numeric?) as numeric?
format-number(numeric?, string) as string
implicit-timezone() as dayTimeDuration
index-of(anyAtomicType*, anyAtomicType) as integer*
insert-before(item()*, integer, item()*) as item()*
key(string, anyAtomicType*) as node()*
last() as integer
local-name([node()?]) as string
lower-case(string?) as string
matches(string?, string, [string]) as boolean
max(anyAtomicType*) as anyAtomicType?
min(anyAtomicType*) as anyAtomicType?
month-from-date(date?) as integer?
month-from-dateTime(dateTime?) as integer?
name([node()?]) as string
namespace-uri([node()?]) as string
normalize-space([string?]) as string
not(item()*) as boolean
number([anyAtomicType?]) as double
one-or-more(item()*) as item()+
path([node()?]) as string?
position() as integer
remove(item()*, integer) as item()*
replace(string?, string, string, [string]) as string
reverse(item()*) as item()*
root() as node()
round(numeric?, [integer]) as numeric?
round-half-to-even(numeric?, [integer]) as numeric?
starts-with(string?, string?) as boolean
string([item()?]) as string
string-join(anyAtomicType*, [string]) as string
string-length([string?]) as integer
string-to-codepoints(string?) as integer*
subsequence(item()*, double, [double]) as item()*
substring(string?, double, [double]) as string
substring-after(string?, string?) as string
substring-before(string?, string?) as string
sum(anyAtomicType*, [anyAtomicType?]) as anyAtomicType?
tokenize(string?, string, [string]) as string*
translate(string?, string, string) as string
true() as boolean
unordered(item()*) as item()*
upper-case(string?) as string
year-from-date(date?) as integer?
year-from-dateTime(dateTime?) as integer?
zero-or-one(item()*) as item()?
`

export interface Signature {
  readonly name: string
  /** As it is documented. */
  readonly text: string
  readonly least: number
  readonly most: number
  readonly result: string
}

export const signatures: ReadonlyMap<string, Signature> = new Map(
  signatureTexts
    .trim()
    .split('\n')
    .map((text) => {
      const signature = signatureOf(text)
      return [signature.name, signature]
    }),
)

function signatureOf(text: string): Signature {
  const [, name = '', inside = '', result = ''] = /^([\w-]+)\((.*)\) as (\S+)$/.exec(text) ?? []
  const parameters = inside === '' ? [] : inside.split(', ')
  const named = parameters.filter((parameter) => parameter !== '…')
  return {
    name,
    text,
    least: named.filter((parameter) => !parameter.startsWith('[')).length,
    most: named.length < parameters.length ? Number.POSITIVE_INFINITY : named.length,
    result,
  }
}

import { PDFArray, PDFDict, PDFName, PDFObjectCopier, PDFStream } from '@selfbill/printing/pdf'
import { names, refIn, refsIn, type TaggedPdf } from './tagged-pdf.ts'

/** Draws the pages of `feet` onto those of `joined`, as forms that screen readers skip. */
export function addFeet(joined: TaggedPdf, feet: TaggedPdf): void {
  const { context } = joined
  const copier = PDFObjectCopier.for(feet.context, context)
  const footOf = refsIn(feet.pages.asArray())
  const pages = refsIn(joined.pages.asArray())
  if (footOf.length !== pages.length) throw new Error(`${footOf.length} feet for ${pages.length} pages`)
  const drawing = context.register(context.stream('/Foot Do'))
  for (const [at, page] of pages.entries()) {
    const foot = feet.context.lookup(footOf[at], PDFDict)
    const leaf = context.lookup(page, PDFDict)
    const resources = leaf.lookup(names.Resources, PDFDict)
    if (resources.has(names.XObject)) throw new Error('a page of a section has forms')
    const form = formOf(foot, copier)
    resources.set(names.XObject, context.obj({ Foot: context.register(form) }))
    leaf.set(names.Contents, context.obj([refIn(leaf, names.Contents), drawing]))
  }
}

function formOf(page: PDFDict, copier: PDFObjectCopier): PDFStream {
  const form = copier.copy(page.lookup(names.Contents, PDFStream))
  form.dict.set(names.Type, names.XObject)
  form.dict.set(names.Subtype, PDFName.of('Form'))
  form.dict.set(names.BBox, copier.copy(page.lookup(names.MediaBox, PDFArray)))
  form.dict.set(names.Resources, copier.copy(page.lookup(names.Resources, PDFDict)))
  return form
}

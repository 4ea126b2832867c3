import { aLine, aPurchaseInvoice, type Members } from '../../test/support/requests/requests.ts'

const linesMax = 10_000
const bytesMax = 8 * 1024 * 1024 - 2_000
const mainThreadMax = 24_000

/** Ten thousand ordinary lines. */
export function manyLines(): Members {
  return aPurchaseInvoice({ document_lines: linesOf(() => ({})) })
}

/** The largest possible request, in letters of two bytes each. */
export function arabicLines(): Members {
  const room = Math.floor((bytesMax - JSON.stringify(manyLines()).length) / linesMax / 2) - 10
  return aPurchaseInvoice({
    document_lines: linesOf((at) => ({
      name: `${'خدمة النقل البحري '.repeat(60).slice(0, Math.min(room, 190))}${at}`,
    })),
  })
}

/** Every line breaks rules: more than a thousand findings. */
export function brokenLines(text = ''): Members {
  return aPurchaseInvoice({
    document_lines: linesOf((at) => ({ name: `Line ${at} ${text}`, unit_code: 'boxes' })),
  })
}

/** Twenty files that fill a request. */
export function files(): Members {
  const content = Buffer.from('%PDF-1.7\n'.padEnd(Math.floor((bytesMax / 20) * 0.74), 'selfbill ')).toString('base64')
  return aPurchaseInvoice({
    attachments: Array.from({ length: 20 }, (_, at) => ({
      file_name: `file-${at}.pdf`,
      file_type: 'application/pdf',
      file_content: content,
    })),
  })
}

/** About the largest document that is made on the main thread (src/record/record-maker.ts). */
export function mediumLines(): Members {
  const room = mainThreadMax - JSON.stringify(aPurchaseInvoice({ document_lines: [] })).length
  const length = Math.floor(room / (JSON.stringify(aLine()).length + 1))
  return aPurchaseInvoice({ document_lines: Array.from({ length }, () => aLine()) })
}

function linesOf(members: (at: number) => Members): readonly Members[] {
  return Array.from({ length: linesMax }, (_, at) => aLine(members(at)))
}

/**
 * A browser and its system, as people call them: `Chrome · Windows`. Undefined for programs and
 * browsers that are not listed; their text is shown as it came.
 */
export function browserName(userAgent: string): string | undefined {
  const browser = browsers.find(({ mark }) => mark.test(userAgent))
  const system = systems.find(({ mark }) => mark.test(userAgent))
  if (browser === undefined) return undefined
  return system === undefined ? browser.name : `${browser.name} · ${system.name}`
}

/** In this order: later ones name themselves in the text of earlier ones. */
const browsers = [
  { name: 'Edge', mark: /\bEdg(A|iOS)?\// },
  { name: 'Opera', mark: /\bOPR\// },
  { name: 'Samsung Internet', mark: /\bSamsungBrowser\// },
  { name: 'Firefox', mark: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', mark: /\b(Headless)?Chrom(e|ium)\/|\bCriOS\// },
  { name: 'Safari', mark: /\bVersion\/[\d.]+.*\bSafari\// },
] as const

const systems = [
  { name: 'Android', mark: /\bAndroid\b/ },
  { name: 'iPhone', mark: /\biPhone\b/ },
  { name: 'iPad', mark: /\biPad\b/ },
  { name: 'Windows', mark: /\bWindows NT\b/ },
  { name: 'macOS', mark: /\bMac OS X\b/ },
  { name: 'ChromeOS', mark: /\bCrOS\b/ },
  { name: 'Linux', mark: /\bLinux\b/ },
] as const

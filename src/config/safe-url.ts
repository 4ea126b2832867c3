/**
 * Whether keys and secrets may be fetched from the URL: https, or plain http on this machine, for a
 * test or a sidecar. Not with a user or password, which `fetch` refuses.
 */
export function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { projectFile } from './deploy-files.ts'
import { freePort } from './free-port.ts'

/**
 * haproxy before two instances, with the settings of docs/operating.md minus those that would hide
 * a failure: another try, or another server.
 */
export class Haproxy {
  readonly address: string
  readonly #control: string

  private constructor(address: string, control: string) {
    this.address = address
    this.#control = control
  }

  static async start(
    t: Pick<TestContext, 'after'>,
    executable: string,
    ports: readonly [number, number],
  ): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'selfbill-haproxy-'))
    const port = await freePort()
    const [settings, control] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')]
    writeFileSync(settings, `global\n  stats socket ${control}\n\n${proxySettings(port, ports)}`)
    const proxy = spawn(executable, ['-db', '-f', settings], { stdio: 'inherit' })
    t.after(() => {
      proxy.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    return new Haproxy(`http://127.0.0.1:${port}`, control)
  }

  /** Until the proxy's own checks have found both instances ready. */
  async untilBothServe(): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      const up = (await this.#ask().catch(() => '')).match(/^instances,(?:one|two),.*,UP,/gm)
      if (up?.length === 2) return
      await delay(100)
    }
    throw new Error('the proxy does not find both instances ready')
  }

  async #ask(): Promise<string> {
    const connection = createConnection(this.#control)
    let text = ''
    connection.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    connection.write('show stat\n')
    await once(connection, 'close')
    return text
  }
}

function proxySettings(port: number, [one, two]: readonly [number, number]): string {
  const [shown] = /(?<=```haproxy\n)[^`]*/.exec(projectFile('docs/operating.md')) ?? []
  if (shown === undefined) throw new Error('docs/operating.md shows no settings of haproxy')
  return shown
    .replace('retries 3', 'retries 0')
    .replace('option redispatch', 'no option redispatch')
    .replace('bind :443 ssl crt /etc/haproxy/selfbill.pem', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.1:8080', `127.0.0.1:${one}`)
    .replace('10.0.0.2:8080', `127.0.0.1:${two}`)
}

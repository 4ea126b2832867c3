import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { newSecret } from '../../src/security/webhook-signature.ts'
import { webhookRequests } from '../support/network/webhook-requests.ts'

// The receivers in clients/ verify the service's signatures and refuse all others. Each is put into a
// program that reads a request from each line (id, time, signatures and body in Base64) and prints
// good or bad. A language that the machine does not have is skipped.

const secret = newSecret()
const languages: readonly Language[] = [
  {
    name: 'Python',
    file: 'python/verify_webhook.py',
    command: ['python3', 'main.py'],
    needs: ['python3', '--version'],
    program: [
      'main.py',
      `import base64, sys
from verify_webhook import verify_webhook
for line in sys.stdin:
    id, at, signatures, body = line.split("\\t")
    headers = {"webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures}
    try:
        verify_webhook(${JSON.stringify(secret)}, headers, base64.b64decode(body))
        print("good")
    except ValueError:
        print("bad")
`,
    ],
  },
  {
    name: 'Java',
    file: 'java/VerifyWebhook.java',
    command: ['java', '-cp', '.', 'Main'],
    needs: ['javac', '-version'],
    compile: ['javac', 'VerifyWebhook.java', 'Main.java'],
    program: [
      'Main.java',
      `import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        var lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            var parts = lines.nextLine().split("\\t");
            try {
                VerifyWebhook.verify(${JSON.stringify(secret)}, parts[0], parts[1], parts[2], Base64.getDecoder().decode(parts[3]));
                System.out.println("good");
            } catch (GeneralSecurityException wrong) {
                System.out.println("bad");
            }
        }
    }
}
`,
    ],
  },
  {
    name: 'Go',
    file: 'go/verify_webhook.go',
    command: ['go', 'run', 'verify_webhook.go', 'main.go'],
    needs: ['go', 'version'],
    program: [
      'main.go',
      `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(parts[3])
		headers := http.Header{}
		headers.Set("webhook-id", parts[0])
		headers.Set("webhook-timestamp", parts[1])
		headers.Set("webhook-signature", parts[2])
		if VerifyWebhook(${JSON.stringify(secret)}, headers, body) == nil {
			fmt.Println("good")
		} else {
			fmt.Println("bad")
		}
	}
}
`,
    ],
  },
  {
    name: 'C#',
    file: 'csharp/VerifyWebhook.cs',
    command: ['dotnet', 'run'],
    needs: ['dotnet', '--version'],
    beside: ['csharp/IssueInvoice.csproj'],
    program: [
      'Main.cs',
      `using System.Security.Cryptography;
while (Console.ReadLine() is { } line)
{
    var parts = line.Split('\\t');
    try
    {
        VerifyWebhook.Verify(${JSON.stringify(secret)}, parts[0], parts[1], parts[2], Convert.FromBase64String(parts[3]));
        Console.WriteLine("good");
    }
    catch (CryptographicException)
    {
        Console.WriteLine("bad");
    }
}
`,
    ],
  },
]

interface Language {
  readonly name: string
  /** Below clients/. */
  readonly file: string
  readonly beside?: readonly string[]
  readonly program: readonly [file: string, text: string]
  readonly compile?: Command
  readonly command: Command
  /** Succeeds where the language is installed. */
  readonly needs: Command
}

type Command = readonly [string, ...string[]]

suite('the receivers in clients/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-receivers-'))
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const clients = new URL('../../clients/', import.meta.url).pathname

  for (const { name, file, beside = [], program, compile, command, needs } of languages) {
    const skip = run(needs).status === 0 ? false : `no ${name} on this machine`
    test(`${name}: takes what the service signed, and refuses all others`, { skip }, () => {
      const own = mkdtempSync(join(folder, 'one-'))
      for (const path of [file, ...beside]) copyFileSync(join(clients, path), join(own, basename(path)))
      const [main, text] = program
      writeFileSync(join(own, main), text)
      if (compile !== undefined) assert.equal(run(compile, own).status, 0)
      const requests = webhookRequests(secret)
      const lines = requests.map(({ headers, body }) =>
        [...Object.values(headers), Buffer.from(body).toString('base64')].join('\t'),
      )
      const { stdout, stderr } = run(command, own, `${lines.join('\n')}\n`)
      const expected = requests.map(({ isGood }) => (isGood ? 'good' : 'bad'))
      assert.deepEqual(stdout.trim().split(/\r?\n/), expected, stderr)
    })
  }
})

function run([program, ...args]: Command, cwd?: string, input?: string) {
  return spawnSync(program, args, { cwd, input, encoding: 'utf8', timeout: 120_000 })
}

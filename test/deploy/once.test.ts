import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { projectFile } from './deploy-files.ts'

// `once` of docs/operating.md deletes its pod only when the command in it has ended. In place of
// kubectl stands a program whose pod lives through states, one for each look at it.

const hasJq = spawnSync('sh', ['-c', 'command -v jq']).status === 0
const [block = ''] = /^ {4}once\(\) \{\n(?: {4}.*\n)+/m.exec(projectFile('docs/operating.md')) ?? []

/**
 * The first line of `states` is the state that the next look sees; the last one stays. `logs` of a pod
 * that is pending is refused, as by Kubernetes.
 */
const pretendedKubectl = `#!/bin/bash
cd "$FOLDER"
[ "$1" != -n ] || shift 2
state=$(head -n 1 states)
case "$1 $2" in
  'get deploy/selfbill')
    echo '{"metadata": {"namespace": "tax"}, "spec": {"template": {"metadata": {"labels": {"app": "selfbill"}},
      "spec": {"containers": [{"name": "selfbill", "image": "selfbill:1", "args": ["serve"], "startupProbe": {},
        "livenessProbe": {}, "readinessProbe": {}, "lifecycle": {}}]}}}}' ;;
  'create -f')
    echo create >> calls
    [ "$state" != refused ] || exit 1
    cat > pod.json; echo 'pod/selfbill-once created' ;;
  'get pod')
    [ "$(wc -l < states)" = 1 ] || sed -i 1d states
    [ -n "$state" ] || exit 1
    printf %s "$state" ;;
  'logs -f')
    echo "logs of $state" | sed 's/ $//' >> calls
    case $state in 'Pending '*) echo 'Error from server (BadRequest): ContainerCreating' >&2; exit 1 ;; esac
    echo 'the log of the command' ;;
  'describe pod') echo 'the events of the pod' ;;
  'delete pod') echo "delete of $state" >> calls ;;
esac
`

suite('once', { skip: !hasJq && 'no jq' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-once-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const kubectl = join(folder, 'kubectl')
  writeFileSync(kubectl, pretendedKubectl)
  chmodSync(kubectl, 0o755)

  /** Runs it while the pod goes through these states, and returns what it printed and did. */
  function once(states: readonly string[], ...words: readonly string[]) {
    const calls = join(folder, 'calls')
    const pod = join(folder, 'pod.json')
    for (const path of [calls, pod]) rmSync(path, { force: true })
    writeFileSync(join(folder, 'states'), `${states.join('\n')}\n`)
    const script = `sleep() { :; }\n${block}\nonce "$@"`
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, FOLDER: folder }
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { env, encoding: 'utf8' })
    return {
      ...{ status, stdout, stderr },
      calls: readFileSync(calls, 'utf8').trim().split('\n'),
      pod: existsSync(pod) ? JSON.parse(readFileSync(pod, 'utf8')) : undefined,
    }
  }

  test('waits for the pod, shows the log, and deletes the pod after the end of the command', () => {
    const states = ['Pending ', 'Pending ', 'Running ', 'Running ', 'Running ', 'Succeeded 0']
    const { status, stdout, stderr, calls } = once(states, 'check')
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /^the log of the command$[\s\S]*^exit code 0$/m)
    assert.deepEqual(calls, ['create', 'logs of Running', 'delete of Succeeded 0'])
  })

  test('passes each word on as it is, in a pod without probes', () => {
    const words = ['hold', 'set', '--all-documents', '--org', 'Falcon Trading', '--reason', `Tax "audit" of '26`]
    const { pod } = once(['Succeeded 0'], ...words)
    const [container] = pod.spec.containers
    assert.deepEqual(container, { name: 'selfbill', image: 'selfbill:1', args: words })
    assert.deepEqual([pod.kind, pod.spec.restartPolicy, pod.metadata.namespace], ['Pod', 'Never', 'tax'])
    assert.equal(pod.metadata.labels['app.kubernetes.io/component'], 'once')
  })

  test('ends with the exit code of the command, also beside a container that goes on', () => {
    for (const end of ['Failed 1', 'Running 1']) {
      const { status, stdout, calls } = once(['Pending ', 'Running ', 'Running ', end], 'doctor')
      assert.equal(status, 1)
      assert.match(stdout, /^exit code 1$/m)
      assert.equal(calls.at(-1), `delete of ${end}`)
    }
  })

  test('describes a pod that does not start, or cannot be asked about, and keeps it', () => {
    for (const states of [['Pending '], ['Failed '], ['Pending ', 'Running ', '']]) {
      const { status, stdout, calls } = once(states, 'restored')
      assert.equal(status, 1)
      assert.match(stdout, /^the events of the pod$[\s\S]*^The command has not ended\./m)
      assert.ok(!calls.some((call) => call.startsWith('delete')), calls.join())
    }
  })

  test('looks at no pod that could not be made', () => {
    const { status, calls } = once(['refused'], 'check')
    assert.deepEqual([status, calls], [1, ['create']])
  })
})

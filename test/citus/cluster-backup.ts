import { strict as assert } from 'node:assert'
import { appendFile, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import type { Cluster } from './cluster.ts'
import { exitOf, type Node } from './node.ts'

/**
 * A backup of all nodes by the tools of PostgreSQL: a base backup of each, its archived log, and a
 * restore point on all of them.
 */
export class ClusterBackup {
  /** Begins to archive the log of every node, and takes the base backups. Nothing has to stop. */
  static async begin(cluster: Cluster): Promise<ClusterBackup> {
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-citus-'))
    const { uid, gid } = await stat(cluster.coordinator.folder)
    await chown(folder, uid, gid)
    const copies = await Promise.all(cluster.nodes.map((node) => copyOf(node, join(folder, String(node.port)))))
    return new ClusterBackup(cluster, folder, copies)
  }

  readonly #cluster: Cluster
  readonly #folder: string
  readonly #copies: readonly Copy[]

  private constructor(cluster: Cluster, folder: string, copies: readonly Copy[]) {
    this.#cluster = cluster
    this.#folder = folder
    this.#copies = copies
  }

  /** Where all nodes can be restored to, in this database's cluster. */
  async createPoint(name: string, database: string): Promise<void> {
    await this.#cluster.coordinator.client(`select citus_create_restore_point('${name}')`, database)
  }

  /** Resolves when everything until now is in the archive, and the archives are closed. */
  async endArchives(): Promise<void> {
    for (const { node, archive, receiver } of this.#copies) {
      const { rows } = await node.client('select pg_walfile_name(pg_switch_wal()) as last')
      await eventually(async () => (await readdir(archive)).includes(String(rows[0]?.last)))
      const ended = exitOf(receiver)
      receiver.kill('SIGINT')
      await ended
    }
  }

  /** Starts all nodes from the copies, workers first; the nodes themselves must be gone. */
  async *restore(point: string): AsyncGenerator<Node> {
    const [coordinator, ...workers] = this.#copies
    assert.ok(coordinator)
    for (const copy of [...workers, coordinator]) yield await restoredTo(copy, point)
  }

  async remove(): Promise<void> {
    for (const { receiver } of this.#copies) receiver.kill('SIGINT')
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface Copy {
  readonly node: Node
  readonly data: string
  readonly archive: string
  /** Writes the archive. */
  readonly receiver: ReturnType<Node['program']>
}

async function copyOf(node: Node, folder: string): Promise<Copy> {
  const { uid, gid } = await stat(node.folder)
  const archive = join(folder, 'archive')
  await mkdir(archive, { recursive: true })
  for (const made of [folder, archive]) await chown(made, uid, gid)
  const url = node.urlOf('postgres')
  const receiver = node.program('pg_receivewal', `--dbname=${url}`, `--directory=${archive}`, '--no-loop')
  await eventually(async () => (await readdir(archive)).length > 0)
  const data = join(folder, 'data')
  const options = [`--dbname=${url}`, `--pgdata=${data}`, '--wal-method=none', '--checkpoint=fast', '--no-sync']
  assert.equal(await exitOf(node.program('pg_basebackup', ...options)), 0, `the base backup of port ${node.port}`)
  return { node, data, archive, receiver }
}

async function restoredTo({ node, data, archive }: Copy, point: string): Promise<Node> {
  const settings = [
    `restore_command = 'cp "${archive}/%f" "%p"'`,
    `recovery_target_name = '${point}'`,
    `recovery_target_action = 'promote'`,
  ]
  await appendFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(data, 'recovery.signal'), '')
  const restored = node.in(data)
  await restored.start()
  await eventually(async () => (await restored.client('select pg_is_in_recovery() as is')).rows[0]?.is === false)
  return restored
}

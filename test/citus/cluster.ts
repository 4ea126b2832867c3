import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { Node } from './node.ts'

/** The role of the service: no superuser, so that row level security binds it. */
const role = 'selfbill_citus_test'

/** The cluster that `CITUS_URL` names: the URL of its coordinator, for a superuser. */
export class Cluster {
  readonly coordinator: Node
  readonly workers: readonly Node[]

  private constructor(coordinator: Node, workers: readonly Node[]) {
    this.coordinator = coordinator
    this.workers = workers
  }

  static async find(url = process.env.CITUS_URL): Promise<Cluster> {
    if (url === undefined) throw new Error('CITUS_URL is not set')
    const rows = await ask(url, 'select nodename, nodeport, groupid from pg_dist_node order by groupid')
    const nodes = await Promise.all(
      rows.map(({ nodename, nodeport }) => {
        const own = Object.assign(new URL(url), { hostname: String(nodename), port: String(nodeport) })
        return Node.at(own.href)
      }),
    )
    const [coordinator, ...workers] = nodes
    if (coordinator === undefined || workers.length < 2) throw new Error('CITUS_URL has fewer than two workers')
    return new Cluster(coordinator, workers)
  }

  get nodes(): readonly Node[] {
    return [this.coordinator, ...this.workers]
  }

  /** An empty database on every node, which the service's role owns. */
  async newDatabase(shards = 8): Promise<CitusDatabase> {
    const name = `selfbill_test_${randomBytes(6).toString('hex')}`
    await Promise.all(
      this.nodes.map(async (node) => {
        const { rowCount } = await node.client(`select from pg_roles where rolname = '${role}'`)
        // The coordinator passes the role on to its workers, which may be first.
        if (rowCount === 0) await node.client(`create role ${role} login`).catch(() => undefined)
      }),
    )
    await Promise.all(
      this.nodes.map(async (node) => {
        await node.client(`create database ${name} owner ${role}`)
        await node.client('create extension citus', name)
        await node.client(`alter database ${name} set citus.shard_count = ${shards}`)
        await node.client(`alter database ${name} set citus.enable_stat_counters = on`)
      }),
    )
    const { host, port } = this.coordinator
    await this.coordinator.client(`select citus_set_coordinator_host('${host}', ${port})`, name)
    for (const worker of this.workers) {
      await this.coordinator.client(`select citus_add_node('${worker.host}', ${worker.port})`, name)
    }
    return new CitusDatabase(this, name)
  }
}

/** A database of the cluster for one test file. */
export class CitusDatabase {
  readonly #cluster: Cluster
  readonly name: string

  constructor(cluster: Cluster, name: string) {
    this.#cluster = cluster
    this.name = name
  }

  /** As the service connects: to the coordinator, or to another node. */
  urlAt(node = this.#cluster.coordinator): string {
    return node.urlOf(this.name, role)
  }

  /** Not bound by row level security. */
  async asSuperuser(text: string, node = this.#cluster.coordinator): Promise<readonly Record<string, unknown>[]> {
    return (await node.client(text, this.name)).rows
  }

  /** The worker that has the rows of an organisation. */
  async workerOf(orgId: string): Promise<Node> {
    const [row] = await this.asSuperuser(
      `select nodeport from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('documents', '${orgId}')`,
    )
    const found = this.#cluster.workers.find(({ port }) => port === Number(row?.nodeport))
    if (found === undefined) throw new Error(`no worker has the organisation ${orgId}`)
    return found
  }

  async drop(): Promise<void> {
    await Promise.all(
      this.#cluster.nodes.map((node) => node.client(`drop database if exists ${this.name} with (force)`)),
    )
  }
}

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

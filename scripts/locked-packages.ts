/** What we read of a manifest, and of an entry in the lock file. */
export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  /** Of a package of this project: its folder is `resolved`. */
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface LockFile {
  /** By place: `node_modules/pg`, `node_modules/pg/node_modules/x`. */
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/**
 * The part of the lock file that a package needs where it is installed, as a lock file of its own.
 * `npm sbom --omit=dev` on the whole one leaves out packages that development needs as well.
 */
export function lockOf(lock: LockFile, manifest: LockedPackage): LockFile & { readonly lockfileVersion: 3 } {
  const found = new Map<string, LockedPackage>([['', manifest]])
  for (const [place, entry] of found) {
    for (const name of neededBy(entry)) {
      const at = placeOf(lock, place, name)
      const dependency = at === undefined ? undefined : linked(lock, lock.packages[at])
      if (at !== undefined && dependency !== undefined) found.set(at, found.get(at) ?? dependency)
      else if (entry.dependencies?.[name] !== undefined && entry.optionalDependencies?.[name] === undefined)
        throw new Error(`${entry.name ?? place} needs ${name}, which the lock file does not have`)
    }
  }
  return { lockfileVersion: 3, packages: Object.fromEntries(found) }
}

/** Our own packages are links to their folders. */
function linked(lock: LockFile, entry: LockedPackage | undefined): LockedPackage | undefined {
  return entry?.link === true ? lock.packages[entry.resolved ?? ''] : entry
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta,
}: LockedPackage): readonly string[] {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)
}

/** As Node looks: in the package's own folder first, then in those above it. */
function placeOf(lock: LockFile, from: string, name: string): string | undefined {
  const folders = from.split('/node_modules/')
  for (let depth = from === '' ? 0 : folders.length; depth >= 0; depth--) {
    const at = [...folders.slice(0, depth), name].join('/node_modules/').replace(/^(?!node_modules\/)/, 'node_modules/')
    if (lock.packages[at] !== undefined) return at
  }
  return undefined
}

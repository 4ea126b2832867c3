/** What works on one system only, and what to write instead. */
export interface Unportable {
  readonly what: string
  readonly instead: string
  readonly pattern: RegExp
  /** Files that may do it, because they look at the system first. */
  readonly allowed: readonly string[]
  readonly examples: { readonly bad: readonly string[]; readonly good: readonly string[] }
}

export const unportable: readonly Unportable[] = [
  {
    what: 'the path of a file address',
    instead: 'fileURLToPath: on Windows, .pathname begins with a slash, and both keep %20',
    pattern:
      /import\.meta\.(url|resolve\([^)]*\))\)?\.(pathname|slice)|new URL\([^)]*import\.meta\.url\)\.(pathname|href\.)|'file:\/\//,
    allowed: [],
    examples: {
      bad: ["new URL('../', import.meta.url).pathname", "address.replace('file://', '')"],
      good: ["fileURLToPath(new URL('../', import.meta.url))", 'const { pathname } = new URL(request.url)'],
    },
  },
  {
    what: 'a script of a thread named .ts',
    instead: 'scriptBeside: a package has only .js',
    pattern: /new URL\(['"`][^'"`]*\.ts['"`]/,
    allowed: ['bin/selfbill.js'],
    examples: {
      bad: ["new URL('./thread.ts', import.meta.url)"],
      good: ["scriptBeside(import.meta.url, './thread')", "import('./main.ts')"],
    },
  },
  {
    what: 'a folder of Unix',
    instead: 'tmpdir(), homedir() or a setting',
    pattern: /['"`]\/(tmp|var|etc|proc|dev|usr|bin|home)\b/,
    allowed: ['src/service/log-output.ts'],
    examples: {
      bad: ["mkdtempSync('/tmp/selfbill-')", "readFileSync('/proc/meminfo')", 'open("/dev/null")'],
      good: ["join(tmpdir(), 'selfbill-')", "path: '/api/devices'", "'/template'"],
    },
  },
  {
    what: 'a variable that only Unix sets',
    instead: 'homedir(), tmpdir() or userInfo()',
    pattern: /\benv(ironment)?\.(HOME|USER|TMPDIR|SHELL|PWD)\b/,
    allowed: [],
    examples: { bad: ['process.env.HOME'], good: ['process.env.HOST', 'environment.NODE_COMPILE_CACHE'] },
  },
  {
    what: 'a signal',
    instead: 'the signals of start-service.ts: Windows has no SIGTERM, SIGHUP means something else there',
    pattern: /\bSIG(TERM|INT|HUP|KILL|QUIT|USR\d|PIPE|STOP|CONT|BREAK)\b/,
    allowed: ['src/service/start-service.ts'],
    examples: { bad: ["process.on('SIGTERM', stop)", "child.kill('SIGKILL')"], good: ['SIGNATURE', 'signal.aborted'] },
  },
  {
    what: 'a user or group id, or the mode of a file alone',
    instead: 'userInfo().username; give the mode when a file is created, where Windows ignores it',
    pattern: /\bget(e?[ug]id|groups)\(|\bchmod|\bchown|\bumask\(/,
    allowed: [],
    examples: { bad: ['process.getuid()', 'await chmod(file, 0o600)'], good: ["open(file, 'wx', 0o600)"] },
  },
  {
    what: 'a shell, or a program that is a script on Windows',
    instead: 'process.execPath, or runNpm of scripts/npm.ts',
    pattern:
      /\b(spawn|spawnSync|execFile|execFileSync)\(\s*['"](sh|bash|npm|npx|node|git|cp|rm)['"]|(?<![.\w])exec(Sync)?\(/,
    allowed: ['scripts/npm.ts', 'scripts/install.mjs', 'scripts/check.ts'],
    examples: {
      bad: ["spawnSync('npm', ['ci'])", "spawn('sh', ['-c', line])", "execSync('ls')"],
      good: ["spawnSync(process.execPath, ['x.ts'])", 'pattern.exec(text)', "db.exec('rollback')"],
    },
  },
  {
    what: 'a system call of POSIX',
    instead: 'look at process.platform first',
    pattern: /\bexecve\(|\bsetPriority\(|\bsymlink(Sync)?\(|\bmkfifo/,
    allowed: ['scripts/install.mjs'],
    examples: { bad: ['process.execve(file)', 'setPriority(0, 10)'], good: ['execFile(file)'] },
  },
]

import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { deployFile, projectFile, root } from './deploy-files.ts'
import { assignmentsOf, type Instruction, isIgnored, type Stage, stagesIn, wordsOf } from './dockerfile.ts'

/** What an image says about its containers. */
export interface Image {
  /** Its files, as a folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: number
  readonly workingFolder: string
  readonly volumes: readonly string[]
  /** The entry point with its default arguments. */
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  readonly stopSignal: string
}

/**
 * Does what deploy/Dockerfile says, instruction by instruction, with a folder for each stage. The base
 * images are not at hand: the build's has this machine's npm and the Node that runs the tests, the
 * last one is empty, so that nothing of it is needed unnoticed.
 */
export function buildImage(folder: string): Image {
  const stages = stagesIn(deployFile('Dockerfile'))
  const folders = new Map<string, string>()
  let image: Building | undefined
  for (const [index, stage] of stages.entries()) {
    image = { ...emptyImage, folder: join(folder, `stage-${index}`), environment: {} }
    makeBase(stage, image.folder)
    if (stage.name !== undefined) folders.set(stage.name, image.folder)
    for (const instruction of stage.instructions) follow(instruction, image, folders)
  }
  if (image === undefined) throw new Error('the Dockerfile has no stage')
  return { ...image, command: [...image.entryPoint, ...image.arguments] }
}

interface Building extends Omit<Image, 'command'> {
  environment: Record<string, string>
  user: number
  workingFolder: string
  volumes: readonly string[]
  healthCheck: readonly string[]
  stopSignal: string
  entryPoint: readonly string[]
  arguments: readonly string[]
}

const emptyImage = {
  user: 0,
  workingFolder: '/',
  volumes: [],
  healthCheck: [],
  stopSignal: 'SIGTERM',
  entryPoint: [],
  arguments: [],
}

function makeBase(stage: Stage, folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  if (stage.base.startsWith('node:')) cpSync(process.execPath, join(folder, nodePath))
}

const nodePath = '/usr/local/bin/node'

function follow({ name, text }: Instruction, image: Building, folders: ReadonlyMap<string, string>): void {
  if (name === 'WORKDIR') image.workingFolder = resolve(image.workingFolder, text)
  else if (name === 'COPY') copy(text, image, folders)
  else if (name === 'RUN') run(text, image)
  else if (name === 'ENV') Object.assign(image.environment, assignmentsOf(text))
  else if (name === 'USER') image.user = Number(/^(\d+):\1$/.exec(text)?.[1])
  else if (name === 'VOLUME') image.volumes = wordsOf(text)
  else if (name === 'STOPSIGNAL') image.stopSignal = text
  else if (name === 'ENTRYPOINT') image.entryPoint = wordsOf(text)
  else if (name === 'CMD') image.arguments = wordsOf(text)
  else if (name === 'HEALTHCHECK') image.healthCheck = wordsOf(text.slice(text.indexOf('CMD ') + 'CMD '.length))
  else if (name !== 'EXPOSE' && name !== 'LABEL') throw new Error(`not understood in the Dockerfile: ${name} ${text}`)
}

function copy(text: string, image: Building, folders: ReadonlyMap<string, string>): void {
  const words = text.split(' ')
  const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const paths = words.filter((word) => !word.startsWith('--'))
  const [from = '', to = ''] = [paths[0], paths.at(-1)]
  if (paths.length < 2) throw new Error(`not understood in the Dockerfile: COPY ${text}`)
  const stage = option('from')
  const target = join(image.folder, resolve(image.workingFolder, to))
  if (stage === undefined && from === '.') copyContext(target)
  else if (stage === undefined) copyFiles(paths.slice(0, -1), target)
  else cpSync(join(folders.get(stage) ?? '', from), target, { recursive: true, verbatimSymlinks: true })
  const owner = Number(option('chown')?.split(':')[0])
  if (owner > 0 && process.getuid?.() === 0) chownSync(target, owner, owner)
}

/** What .dockerignore leaves of the project. */
function copyContext(target: string): void {
  const ignore = projectFile('.dockerignore')
  const isKept = (path: string) => !isIgnored(ignore, path)
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(root)) {
    // A folder is read if something in it may be kept.
    const isRead = isKept(name) || ignore.includes(`\n!${name}/`)
    if (!isRead || name === 'node_modules') continue
    cpSync(join(root, name), join(target, name), {
      recursive: true,
      verbatimSymlinks: true,
      // The layers before have newer files: what is installed stays installed.
      preserveTimestamps: true,
      filter: (path) => isKept(relative(root, path)) || ignore.includes(`\n!${relative(root, path)}/`),
    })
  }
}

/** Single files, into a folder. */
function copyFiles(files: readonly string[], folder: string): void {
  const ignore = projectFile('.dockerignore')
  for (const file of files) {
    if (isIgnored(ignore, file)) throw new Error(`not in the build context: ${file}`)
    cpSync(join(root, file), join(folder, basename(file)), { preserveTimestamps: true })
  }
}

/** As a shell does it in the working folder. Absolute paths would lead out of the stage. */
function run(text: string, image: Building): void {
  if (/(^|[\s=])\//.test(text)) throw new Error(`write this with relative paths, so that tests can run it: RUN ${text}`)
  const { HOME = '', PATH = '' } = process.env
  const done = spawnSync('sh', ['-ec', text], {
    cwd: join(image.folder, image.workingFolder),
    env: {
      HOME,
      PATH: `${join(image.folder, nodePath, '..')}:${PATH}`,
      npm_config_prefer_offline: 'true',
      ...image.environment,
    },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`RUN ${text}\nended with ${done.status}\n${done.stdout}${done.stderr}`)
}

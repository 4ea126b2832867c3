/** A line of a Dockerfile, with its continuation lines. */
export interface Instruction {
  /** `RUN`, `COPY`, … */
  readonly name: string
  readonly text: string
}

export interface Stage {
  /** The image it starts from, with the build arguments filled in. */
  readonly base: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** The stages of a Dockerfile, with the defaults of the arguments before the first of them. */
export function stagesIn(dockerfile: string): readonly Stage[] {
  const parameters = new Map<string, string>()
  const stages: (Stage & { readonly instructions: Instruction[] })[] = []
  for (const instruction of instructionsIn(dockerfile)) {
    const { name, text } = instruction
    const current = stages.at(-1)
    if (name === 'FROM') {
      const [, image = '', , stage] = /^(\S+)( AS (\S+))?$/.exec(text) ?? fail(text)
      stages.push({ base: filled(image, parameters), name: stage, instructions: [] })
    } else if (current !== undefined) {
      current.instructions.push(instruction)
    } else {
      const [, parameter = '', value = ''] = (name === 'ARG' && /^(\w+)=(\S+)$/.exec(text)) || fail(`${name} ${text}`)
      parameters.set(parameter, value)
    }
  }
  return stages
}

/** `["a", "b"]`, the form without a shell. */
export function wordsOf(text: string): readonly string[] {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) return fail(text)
  return words.map(String)
}

/** `A=1 B=2`, without quotes. */
export function assignmentsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(/\s+/).map((pair) => /^(\w+)=([^"'$]*)$/.exec(pair)?.slice(1, 3) ?? fail(pair)))
}

/** Whether a path of the build context stays out of the image: the last line that matches decides. */
export function isIgnored(dockerignore: string, path: string): boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const last = lines.findLast((line) => matches(line.replace(/^!/, ''), path))
  return last !== undefined && !last.startsWith('!')
}

function matches(pattern: string, path: string): boolean {
  if (pattern === '*') return true
  if (pattern.startsWith('**/')) return path.split('/').includes(pattern.slice(3))
  if (pattern.includes('*')) return fail(pattern)
  return path === pattern || path.startsWith(`${pattern}/`)
}

function instructionsIn(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\s*\\\n\s*/g, ' ')
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? fail(line)
      return { name, text }
    })
}

function filled(text: string, parameters: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => parameters.get(name) ?? fail(name))
}

function fail(text: string): never {
  throw new Error(`not understood in the Dockerfile: ${text}`)
}

/**
 * The script of a thread, in a file beside `module`: TypeScript in a clone, JavaScript in the
 * package. The compiler rewrites the names of imported files, and no others.
 */
export function scriptBeside(module: string, name: string): URL {
  return new URL(name + (module.endsWith('.ts') ? '.ts' : '.js'), module)
}

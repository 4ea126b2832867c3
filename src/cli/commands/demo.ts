import { command, runs } from '../command.ts'

/** `demo`: the whole way of a document, live in a terminal. */
export const demo = command('demo')
  .description(
    'Send four demo documents through the sandbox. Uses a temporary database and prints every event. ' +
      'Exits with 1 unless each document ends as expected.',
  )
  .action(runs(async () => (await import('../handlers/demo/demo.ts')).demo))

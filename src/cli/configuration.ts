import { type Config, readConfig } from '../config/config.ts'

/** The configuration from the environment, read when a command needs it. */
export function configuration(): Config {
  return readConfig(process.env)
}

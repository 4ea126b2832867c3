import type { Config } from '../config/config.ts'
import { openRulebook, type Rulebook, type RulebookOptions } from '../rulebook/rulebook.ts'

/** The configured rule book, and the options to open the same one on another thread. */
export function openRulebookFrom(config: RulebookConfig): {
  readonly rulebook: Rulebook
  readonly options: RulebookOptions
} {
  const options: RulebookOptions = { gaps: config.rulebookGaps, directory: config.rulebookDirectory }
  return { rulebook: openRulebook(options), options }
}

export function loadRulebook(config: RulebookConfig): Rulebook {
  return openRulebookFrom(config).rulebook
}

type RulebookConfig = Pick<Config, 'rulebookDirectory' | 'rulebookGaps'>

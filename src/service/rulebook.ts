import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../config/config.ts'
import { JudgingThreads } from '../judging/judging-threads.ts'
import { openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'

/** The configured rule book, and the options to open the same one on another thread. */
export function openRulebookFrom(config: RulebookConfig): {
  readonly rulebook: Rulebook
  readonly options: RulebookOptions
} {
  const options: RulebookOptions = { gaps: config.rulebookGaps, directory: config.rulebookDirectory }
  return { rulebook: openRulebook(options), options }
}

/** Rejects with RulesUnreadable when a rule book of the operator is wrong. */
export async function openJudging(
  { rulebooksDirectory }: Pick<Config, 'rulebooksDirectory'>,
  options: RulebookOptions,
): Promise<JudgingThreads> {
  const judging = new JudgingThreads(options, rulebooksDirectory)
  try {
    await judging.check()
    return judging
  } catch (error) {
    await judging.close()
    throw error
  }
}

export function loadRulebook(config: RulebookConfig): Rulebook {
  return openRulebookFrom(config).rulebook
}

type RulebookConfig = Pick<Config, 'rulebookDirectory' | 'rulebookGaps'>

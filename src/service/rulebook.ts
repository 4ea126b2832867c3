import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../config/config.ts'
import { JudgingThreads } from '../judging/judging-threads.ts'
import { openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'

/** The options of the configured rule book: with them each thread opens the same one. */
export function rulebookOptionsOf(config: RulebookConfig): RulebookOptions {
  return { gaps: config.rulebookGaps, directory: config.rulebookDirectory }
}

export function loadRulebook(config: RulebookConfig): Promise<Rulebook> {
  return openRulebook(rulebookOptionsOf(config))
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

type RulebookConfig = Pick<Config, 'rulebookDirectory' | 'rulebookGaps'>

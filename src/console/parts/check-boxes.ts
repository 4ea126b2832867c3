import { type Html, html } from '@selfbill/pint-ae/html'
import type { Choice } from './field.ts'

/** Several of a few choices. */
export function checkBoxes(name: string, legend: string, choices: readonly Choice[], options: CheckBoxes): Html {
  const { chosen, hint, problem } = options
  const problemId = `f-${name}-problem`
  return html`<fieldset class="field wide" aria-describedby="${problem !== undefined && problemId}">
<legend>${legend}</legend>
${hint !== undefined && html`<p class="hint">${hint}</p>`}
${choices.map(({ value, label }) => box(name, value, label, chosen.includes(value)))}
${problem !== undefined && html`<p class="problem" id="${problemId}"><bdi>${problem}</bdi></p>`}
</fieldset>`
}

/** A choice between yes and no. */
export function checkBox(name: string, label: string, isChecked: boolean, hint?: string): Html {
  return html`<div class="field">${box(name, 'yes', label, isChecked)}
${hint !== undefined && html`<p class="hint">${hint}</p>`}</div>`
}

interface CheckBoxes {
  readonly chosen: readonly string[]
  readonly hint?: string
  readonly problem?: string | undefined
}

function box(name: string, value: string, label: string, isChecked: boolean): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}" checked="${isChecked}">
<span>${label}</span></label>`
}

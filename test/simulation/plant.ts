import { registerHooks } from 'node:module'
import { mutants } from './mutants.ts'

// Loaded before everything else: with PLANT=name the code of that file runs with the fault in it.

const planted = mutants.find(({ name }) => name === process.env.PLANT)
if (process.env.PLANT !== undefined && planted === undefined) throw new Error(`there is no fault ${process.env.PLANT}`)

if (planted !== undefined) {
  let isPlanted = false
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(`/${planted.file}`)) return loaded
      const { source = '' } = loaded
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined)
      if (text.split(planted.from).length !== 2) throw new Error(`"${planted.from}" is not once in ${planted.file}`)
      isPlanted = true
      return { ...loaded, source: text.replace(planted.from, () => planted.to) }
    },
  })
  process.on('exit', () => {
    if (!isPlanted) throw new Error(`the fault "${planted.name}" was not planted`)
  })
}

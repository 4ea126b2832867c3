// An entry for the service alone: our rules, compiled.

export { ourRulebook } from '#rules'

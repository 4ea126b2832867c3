// An entry for the service alone: JSON without binary floating point.

export { isBase64 } from './base64.ts'
export { jsonText, type Steps, stepsOf, valueAt, withoutValue, withValue } from './edit.ts'
export { type JsonObject, JsonUnreadable, type JsonValue, numberCharactersMax, readJson } from './read.ts'
export { membersIn, RawJson, type Writable, writeAround, writeJson, writeMembers } from './write.ts'

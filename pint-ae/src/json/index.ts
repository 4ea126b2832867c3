// An entry for the service alone: JSON without binary floating point.

export { type JsonObject, JsonUnreadable, type JsonValue, readJson } from './read.ts'
export { membersIn, RawJson, type Writable, writeAround, writeJson, writeMembers } from './write.ts'

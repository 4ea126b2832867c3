// An entry of the package, for the service: JSON without binary floating point. It may change in any release.

export { type JsonObject, JsonUnreadable, type JsonValue, readJson } from './read.ts'
export { membersIn, RawJson, type Writable, writeAround, writeJson, writeMembers } from './write.ts'

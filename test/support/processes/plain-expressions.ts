import { setFlagsFromString } from 'node:v8'

// A process that has compiled 16 MiB of code, as a service that runs for long may have, compiles regular
// expressions without optimization. A repetition such as `[a-z]+` then keeps a place for each
// character, and four million of them fill the stack: "Maximum call stack size exceeded". A test of
// long texts imports this first.

setFlagsFromString('--no-regexp-optimization')

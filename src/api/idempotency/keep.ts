import type { StoreAnswer } from '../../application/once.ts'

/** For requests without a key. */
export const keepNothing: StoreAnswer = () => undefined

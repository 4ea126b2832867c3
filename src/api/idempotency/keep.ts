import type { Keep } from '../../application/once.ts'

/** For requests without a key. */
export const keepNothing: Keep = () => []

/** Of a hash that costs next to nothing: most tests are not about the price of a guess. */
export const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

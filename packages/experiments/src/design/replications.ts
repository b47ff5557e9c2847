/** The most replications that can be asked for. */
export const MOST_REPLICATIONS = 1000

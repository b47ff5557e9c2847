/**
 * Of a hyperexponential distribution with two phases that do the same work ("balanced means", Whitt 1982): the share of draws from the
 * shorter one. `scv`: squared coefficient of variation, at least 1.
 */
export const shareOfShort = (scv: number): number => (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2

/** The utilization to which proposals lead: what is more loaded queues for long. */
export const TARGET_UTILIZATION = 0.7

/** Nearly always taken from this share on. */
export const FULL_FROM = 0.95

/** Requests or calls per second below which a finding is noise. */
export const LEAST_RATE = 1

/** Places that so many requests per second take, each for so long, at the target utilization (Little's law). */
export const placesFor = (perSecond: number, eachMs: number): number => (perSecond * eachMs) / 1000 / TARGET_UTILIZATION

export const PLACES_FORMULA = 'arrival rate × mean time each takes one / 0.7'
export const RATE_FORMULA = 'arrival rate / 0.7'

/** The product's own name. */
export const brand = 'Plimsoll'

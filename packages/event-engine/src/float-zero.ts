/**
 * Where a field begins that holds floats. V8 takes 0 for a small integer: with the first float, all objects of the class would get another
 * shape, and the code that was compiled for the first one would be lost, in the middle of a run or with the next. Adding 0 makes it 0.
 */
export const FLOAT_ZERO = -0

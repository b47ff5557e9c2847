/** Whether the canvas shares its room with another view; the overview is not shown then. */
export const createCanvasRoom = () => ({ isShared: false })

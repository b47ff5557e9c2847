/** Whether the canvas shares its room with another view; the overview is not shown then. What a panel covers of it is in px. */
export const createCanvasRoom = () => ({ isShared: false, covered: { right: 0, bottom: 0 } })

import { LibraryPage } from '../features/library/library.page.tsx'

/** The library with thumbnails as the editor draws; what draws them comes after the list is there. */
export const LibraryRoute = () => <LibraryPage loadDrawing={loadDrawing} />

const loadDrawing = () =>
  import('../features/editor/painters/thumbnail/draw-thumbnail.ts').then(({ drawThumbnail }) => drawThumbnail)

const KEY = 'device-id'

/** A random id of this browser, by which the server tells it from new ones; none where nothing can be kept. */
export function device(): { device?: string } {
  try {
    localStorage[KEY] ??= crypto.randomUUID()
    return { device: localStorage[KEY] }
  } catch {
    return {}
  }
}

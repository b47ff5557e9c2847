import { useLocalStorage } from '@mantine/hooks'

export type View = 'cards' | 'list'

/** Whether the library shows cards or a list; kept on this device. */
export const useView = () =>
  useLocalStorage<View>({
    key: 'library-view',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
    serialize: (view) => view,
    deserialize: (text) => (text === 'list' ? 'list' : 'cards'),
  })

/** What the pointer does, and the keys that are no commands. `keys` are written as in commands; `by` names what the hand does. */
export interface Gesture {
  readonly title: string
  readonly by: readonly string[]
}

export const GESTURES = {
  Keyboard: [
    { title: 'Go to the next component', by: ['Tab'] },
    { title: 'Select the component in focus', by: ['Enter'] },
    { title: 'Move what is selected', by: ['Arrow keys'] },
    { title: 'Move it further', by: ['Shift', 'Arrow keys'] },
  ],
  Pointer: [
    { title: 'Select', by: ['Press'] },
    { title: 'Add to the selection, or take away', by: ['Mod', 'Press'] },
    { title: 'The same', by: ['Shift', 'Press'] },
    { title: 'Select all in a box', by: ['Shift', 'Drag'] },
    { title: 'Move the board', by: ['Drag the empty canvas'] },
    { title: 'Move the board, over components too', by: ['Space', 'Drag'] },
    { title: 'Zoom', by: ['Wheel'] },
    { title: 'Connect', by: ['Drag from a component’s right side'] },
    { title: 'Open the menu', by: ['Right press'] },
    { title: 'Open the menu by touch', by: ['Long press'] },
  ],
} as const satisfies Record<string, readonly Gesture[]>

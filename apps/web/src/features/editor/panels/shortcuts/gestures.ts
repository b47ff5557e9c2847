/** What the pointer does, and the keys that are no commands. `keys` are written as in commands; `by` names what the hand does. */
export interface Gesture {
  readonly title: string
  readonly by: readonly string[]
}

export const GESTURES = {
  Keyboard: [
    { title: 'Next component', by: ['Tab'] },
    { title: 'Select the focused component', by: ['Enter'] },
    { title: 'Move selection', by: ['Arrow keys'] },
    { title: 'Move selection further', by: ['Shift', 'Arrow keys'] },
  ],
  Pointer: [
    { title: 'Select', by: ['Press'] },
    { title: 'Add to or remove from the selection', by: ['Mod', 'Press'] },
    { title: 'The same', by: ['Shift', 'Press'] },
    { title: 'Select all in a box', by: ['Shift', 'Drag'] },
    { title: 'Pan', by: ['Drag the empty canvas'] },
    { title: 'Pan over components', by: ['Space', 'Drag'] },
    { title: 'Zoom', by: ['Wheel'] },
    { title: 'Draw a connection', by: ['Drag from a component’s right side'] },
    { title: 'Context menu by pointer', by: ['Right press'] },
    { title: 'Context menu by touch', by: ['Long press'] },
  ],
} as const satisfies Record<string, readonly Gesture[]>

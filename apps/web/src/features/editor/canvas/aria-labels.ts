const MOVES = 'Arrow keys move it, with Shift further. Delete removes it, Escape lets it go.'

/** What a screen reader says about nodes, edges and controls, beside their names. */
export const KEYBOARD_HELP = {
  'node.a11yDescription.default': `Enter selects this component. ${MOVES}`,
  'node.a11yDescription.keyboardDisabled': `Enter selects this component, and Enter again goes to its properties. ${MOVES} C connects it to another one, E goes to its connections, A adds a component, Shift+A one that is connected to it, ? shows all keys.`,
  'edge.a11yDescription.default':
    'Enter goes to its properties, E on to the next connection. Delete removes this one, Escape goes back to its component.',
  'controls.ariaLabel': 'View',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
} as const

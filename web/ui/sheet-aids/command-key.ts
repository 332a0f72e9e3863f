/** Keys as they are called on this machine: "Ctrl+D", "⌘D" on a Mac. */
export const withCommand = (keys: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl+', '⌘') : keys;

const isApple = /^(?:Mac|iPhone|iPad)/.test(navigator.platform);

/** Whether keys such as `Shift+8` are pressed, with the key for commands of this device. */
export function arePressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+');
  const isCommand = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return (
    isCommand &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt') &&
    // On European keyboards it writes signs.
    !event.getModifierState('AltGraph') &&
    keyOf(event) === parts.at(-1)
  );
}

/** Letter or digit of a key. Its place counts where it writes something else, such as ㄅ or an asterisk. */
function keyOf({ key, code }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^(?:Key|Digit)/, '');
}

/** The keys as they are written on this device. */
export function writeKeys(keys: string): string {
  if (!isApple) return `Ctrl+${keys}`;
  return keys.replace('Shift+', '⇧').replace('Alt+', '⌥').replace(/(.)$/, '⌘$1');
}

/** The keys as assistive technology knows them. */
export function ariaKeys(keys: string): string {
  return `${isApple ? 'Meta' : 'Control'}+${keys}`;
}

import type { CDPSession } from 'playwright-core';

/** A key that an input method has taken, as browsers report it. */
export async function pressTaken(session: CDPSession, key: string, modifiers: number): Promise<void> {
  const event = { key, modifiers, windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

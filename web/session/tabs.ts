import type { SessionInterruption } from './expiry/session-expiry.ts';

/** Messages between the tabs of one browser, which share one session cookie. */
export type TabMessage =
  | { kind: 'signed-in'; id: string }
  | { kind: 'signed-out'; reason: 'logout'; discards: boolean }
  | { kind: 'signed-out'; reason: SessionInterruption['reason'] };

const channel = new BroadcastChannel('formroom.session');

/** Tells the other tabs; not this one. */
export const announceToTabs = (message: TabMessage): void => channel.postMessage(message);

/** Calls back with what other tabs say. Returns the way to stop. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = (event: MessageEvent<TabMessage>) => listener(event.data);
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}

import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** One action of a key or a pointer, as WebDriver and WebDriver BiDi both write it. */
export type InputAction =
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'pause'; duration: number }
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number };

export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  actions: readonly InputAction[];
}

/** A browser with one page, driven from outside as far as every browser can be: no interception, no clock. */
export interface AnyBrowser {
  name: string;
  go(url: string): Promise<void>;
  /** Runs a function's source in the page; arguments and answer are JSON. */
  run<A extends unknown[], R>(act: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Real keys and presses: what the page gets is trusted. */
  act(source: InputSource): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** PNG of what is in the window. */
  screenshot(): Promise<Buffer>;
  /** Those that scripts cannot see too. */
  clearCookies(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds for one command; a page that hangs must end a test, not hold it. */
export const commandTimeoutMilliseconds = 20_000;

/** Asks until it answers, for ten seconds. */
export async function retryForTenSeconds<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 50) throw error;
      await delay(200);
    }
  }
}

/** A port that nobody listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}

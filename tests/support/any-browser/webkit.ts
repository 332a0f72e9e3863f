import { spawn } from 'node:child_process';
import { type AnyBrowser, commandTimeoutMilliseconds, findFreePort, retryForTenSeconds } from './any-browser.ts';

export const webKitPackages = ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'xauth', 'dbus', 'dbus-x11'];
const busRun = '/usr/bin/dbus-run-session';
/** The browser that comes with WebKitGTK; tablets in schools run the same engine. */
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
export const webKitPrograms = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', busRun, miniBrowser];

/** WebKitGTK on a screen of its own, through its WebDriver. Windows are at least 447 px wide. */
export async function startWebKit({ isDark = false }: { isDark?: boolean } = {}): Promise<AnyBrowser> {
  const port = await findFreePort();
  const child = spawn(
    busRun,
    ['--', 'xvfb-run', '-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    {
      stdio: 'ignore',
      // A process group of its own: ended together.
      detached: true,
      env: { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1', ...(isDark ? { GTK_THEME: 'Adwaita:dark' } : {}) },
    },
  );
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(commandTimeoutMilliseconds),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKit, ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0));
    } catch {
      // It has ended by itself.
    }
  };
  try {
    await retryForTenSeconds(() => send('GET', '/status'));
    const options = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } };
    const { sessionId } = (await send('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      sessionId: string;
    };
    const ask = (method: string, path: string, body?: object) => send(method, `/session/${sessionId}${path}`, body);
    return {
      name: 'WebKit',
      go: async (url) => void (await ask('POST', '/url', { url })),
      run: async (act, ...args) =>
        (await ask('POST', '/execute/sync', { script: `return (${act}).apply(null, arguments)`, args })) as never,
      act: async (source) => void (await ask('POST', '/actions', { actions: [source] })),
      resize: async (width, height) => void (await ask('POST', '/window/rect', { x: 0, y: 0, width, height })),
      screenshot: async () => Buffer.from((await ask('GET', '/screenshot')) as string, 'base64'),
      clearCookies: async () => void (await ask('DELETE', '/cookie')),
      close: async () => {
        await ask('DELETE', '').catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

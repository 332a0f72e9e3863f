import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyBrowser, commandTimeoutMilliseconds, findFreePort, retryForTenSeconds } from './any-browser.ts';

export const firefoxPackages = ['firefox-esr'];
const program = '/usr/bin/firefox-esr';
export const firefoxPrograms = [program];

interface Answer {
  id: number;
  type: 'success' | 'error';
  result: unknown;
  message?: string;
}

/** Firefox ESR without a screen, through WebDriver BiDi, which it speaks itself. */
export async function startFirefox({ isDark = false }: { isDark?: boolean } = {}): Promise<AnyBrowser> {
  const [port, profile] = await Promise.all([findFreePort(), mkdtemp(join(tmpdir(), 'formroom-firefox-'))]);
  // A mouse and a fine pointer, as a desk has them: without a screen Firefox says that there is none.
  const preferences = {
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const own = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`, 'about:blank'];
  const child = spawn(program, own, { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async () => {
    child.kill();
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const socket = await retryForTenSeconds(() => connect(`ws://127.0.0.1:${port}/session`));
    const send = commandsOver(socket);
    await send('session.new', { capabilities: {} });
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const [{ context } = { context: '' }] = contexts;
    return {
      name: 'Firefox',
      go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      run: async (act, ...args) => {
        const answer = (await send('script.evaluate', {
          expression: `(async () => JSON.stringify(await (${act})(...${JSON.stringify(args)})))()`,
          target: { context },
          awaitPromise: true,
          userActivation: true,
        })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
        if (answer.type !== 'success') throw new Error(`Firefox: ${answer.exceptionDetails?.text}`);
        return answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value);
      },
      act: async (source) => void (await send('input.performActions', { context, actions: [source] })),
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      screenshot: async () => {
        const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string };
        return Buffer.from(data, 'base64');
      },
      clearCookies: async () => void (await send('storage.deleteCookies', {})),
      close: async () => {
        socket.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function connect(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox does not listen.')), { once: true });
  });
}

function commandsOver(socket: WebSocket): (method: string, params: object) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      const limit = setTimeout(() => reject(new Error(`Firefox, ${method}: no answer`)), commandTimeoutMilliseconds);
      waiting.set(id, (answer) => {
        clearTimeout(limit);
        waiting.delete(id);
        if (answer.type === 'success') resolve(answer.result);
        else reject(new Error(`Firefox, ${method}: ${answer.message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}

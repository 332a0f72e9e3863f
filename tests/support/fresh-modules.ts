import { vi } from 'vitest';

const ofProcess = globalThis as { firstEnvironment?: NodeJS.ProcessEnv; endPage?: () => void };

/**
 * Before each test file of a project whose files share a process (`isolate: false`): modules of our own are new to it,
 * and the environment is as it was when the process began. What is in node_modules stays loaded.
 */
export function resetBeforeTestFile(): void {
  ofProcess.firstEnvironment ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in ofProcess.firstEnvironment)) delete process.env[name];
  Object.assign(process.env, ofProcess.firstEnvironment);
  vi.resetModules();
  if (typeof window !== 'undefined') endEarlierPage();
}

/**
 * The window stays from file to file, and with it what an earlier page listens to: one that was left without a question
 * (`web/session/page-loading.ts`) would keep the pages of later files from asking.
 */
function endEarlierPage(): void {
  ofProcess.endPage?.();
  const add = window.addEventListener;
  const added: EventListenerOrEventListenerObject[] = [];
  window.addEventListener = (...call: Parameters<typeof add>) => {
    if (call[0] === 'beforeunload') added.push(call[1]);
    add.apply(window, call);
  };
  ofProcess.endPage = () => {
    window.addEventListener = add;
    for (const listener of added) window.removeEventListener('beforeunload', listener);
  };
}

resetBeforeTestFile();

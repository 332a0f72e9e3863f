import { vi } from 'vitest';

const ofProcess = globalThis as { firstEnvironment?: NodeJS.ProcessEnv };

/**
 * Before each test file of a project whose files share a process (`isolate: false`): modules of our own are new to it, and the
 * environment is as it was when the process began. What is in node_modules stays loaded.
 */
export function resetBeforeTestFile(): void {
  ofProcess.firstEnvironment ??= { ...process.env };
  for (const name of Object.keys(process.env)) if (!(name in ofProcess.firstEnvironment)) delete process.env[name];
  Object.assign(process.env, ofProcess.firstEnvironment);
  vi.resetModules();
}

resetBeforeTestFile();

import { act, cleanup, configure, render } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// The first test of a file waits while a screen's modules are transformed; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 });

/** Call at the top of a test file: each test starts on a fresh page, with nothing kept on the device. */
export function freshPageForEachTest(): void {
  afterEach(() => {
    cleanup();
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    // biome-ignore lint/suspicious/noDocumentCookie: the test DOM has no Cookie Store
    document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
    window.history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    // The session lives in a module, as it lives in a page.
    vi.resetModules();
  });
}

/** Lets everything that was set off reach the server, before a test says that nothing did. */
export const settle = () => act(() => new Promise<void>((done) => void setTimeout(done, 30)));

/** Watches where the page is sent instead of going there. */
export function watchNavigation() {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  return { replace, assign };
}

/** A page load of an address inside the areas. Modules are new for each test, as they are for each page. */
export async function openArea(address: string) {
  const { createMemoryRouter, RouterProvider } = await import('react-router-dom');
  const { routes } = await import('../../web/app/routes.tsx');
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

/** A durable job that this user's page began before it was loaded again; see `web/runs`. Its key is 'key-of-before'. */
export async function keepRun(name: string, input: object): Promise<void> {
  const { writeDraft } = await import('../../web/session/drafts.ts');
  const run = { input, idempotencyKey: 'key-of-before', startedAt: Date.now() - 65_000 };
  writeDraft('A1', `run/${name}`, { ...run, rows_processed: 3, total_rows: 9 });
}

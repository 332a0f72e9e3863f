import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { afterEach, expect, vi } from 'vitest';
import type { StaffSession } from '../../web/session/session.ts';
import { outboxKey } from './session-answers.ts';

// The first test of a file waits while a screen's modules are transformed; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 });

/** Call at the top of a test file: each test starts on a fresh page, with nothing kept on the device. */
export function freshPageForEachTest(): void {
  afterEach(async () => {
    cleanup();
    // What failed, or is fetched ahead, is asked for again after seconds: that would be among the calls of the next
    // test.
    const { queryClient } = await import('../../web/app/query-client.ts');
    queryClient.clear();
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

/** Waits until no window is open. A message at the page's edge is a dialog too, and goes by itself after seconds. */
export const waitUntilWindowsClosed = () =>
  waitFor(() => {
    const dialogs = screen.queryAllByRole('dialog');
    expect(dialogs.filter((dialog) => !dialog.closest('[aria-label="Notifications"]'))).toEqual([]);
  });

/** Lets everything that was set off reach the server, before a test says that nothing did. */
export const waitForRequests = () => act(() => new Promise<void>((done) => void setTimeout(done, 30)));

/** Watches where the page is sent instead of going there. */
export function watchNavigation() {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  return { replace, assign };
}

/** What a test does with the history of its page. */
export interface PageHistory {
  readonly location: { pathname: string; search: string; href: string };
  push: (to: string) => void;
  back: () => void;
  forward: () => void;
  canGoBack: () => boolean;
  /** Entries, with those that Back has left. */
  readonly length: number;
  /** Returns its end. */
  subscribe: (changed: (location: { pathname: string; search: string }) => void) => () => void;
}

/** A page load of an address inside the areas. Modules are new for each test, as they are for each page. */
export async function openArea(address: string): Promise<PageHistory> {
  const [{ createRoutes }, { fillPlaces }] = await Promise.all([
    import('../../web/app/routes.tsx'),
    import('../../web/app/fill-places.ts'),
  ]);
  fillPlaces();
  return load(createRoutes(), address);
}

/** A site of the test's own, drawn before this returns. */
export async function openTestRoutes(address: string, children: RouteObject[]): Promise<PageHistory> {
  const { createSiteRoutes } = await import('../../web/app/router.tsx');
  const Failed = ({ error }: { error: unknown }) => <p>Failed: {String((error as Error).message)}</p>;
  return act(() => load(createSiteRoutes(children, Failed), address));
}

async function load(routes: RouteObject[], address: string): Promise<PageHistory> {
  const [{ createBrowserRouter }, { Site }] = await Promise.all([
    import('react-router-dom'),
    import('../../web/app/router.tsx'),
  ]);
  const page = windowAt(address);
  const router = createBrowserRouter(routes, { window: page as never });
  render(<Site router={router} />);
  return {
    get location() {
      const { pathname, search } = router.state.location;
      return { pathname, search, href: pathname + search };
    },
    push: (to) => void router.navigate(to),
    back: () => void router.navigate(-1),
    forward: () => void router.navigate(1),
    canGoBack: () => page.entry() > 0,
    get length() {
      return page.entries();
    },
    subscribe: (changed) => router.subscribe(({ location }) => changed(location)),
  };
}

/** A page that is one part alone, drawn before this returns. */
export const openPart = (part: ReactElement, address = '/'): Promise<PageHistory> =>
  openTestRoutes(address, [{ path: '*', element: part }]);

/** What a history needs of a window, without the entries that another test made. */
function windowAt(address: string) {
  const entries: { address: string; state: unknown }[] = [{ address, state: null }];
  const listeners = new Set<() => void>();
  let at = 0;
  const go = (steps: number) => {
    if (!entries[at + steps]) return;
    at += steps;
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  };
  const now = () => new URL(entries[at]?.address ?? '', 'http://localhost');
  return {
    document,
    /** How many entries are before this one. */
    entry: () => at,
    entries: () => entries.length,
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _: string, to: string) {
        at += 1;
        entries.splice(at, entries.length, { address: to, state });
      },
      replaceState(state: unknown, _: string, to?: string) {
        entries[at] = { address: to ?? entries[at]?.address ?? '', state };
      },
      go,
      back: () => go(-1),
      forward: () => go(1),
    },
    get location() {
      return now();
    },
    addEventListener: (type: string, listener: () => void) => type === 'popstate' && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
}

/** A signed-in user, without the requests of a start, with the key that encrypts what the page keeps. */
export async function setSessionOf(userId: string, key = outboxKey): Promise<void> {
  const { setSession } = await import('../../web/session/session.ts');
  setSession({ area: 'staff', id: userId, name: '', employee: {} as StaffSession['employee'], outboxKey: key });
}

/**
 * What the page of this user kept before it was loaded again, encrypted with the key that `session-answers.ts` answers.
 */
export async function storeDraft(userId: string, name: string, draft: unknown): Promise<void> {
  const { writeDraft } = await import('../../web/session/drafts.ts');
  const { currentSession, setSession } = await import('../../web/session/session.ts');
  const before = currentSession();
  await setSessionOf(userId);
  writeDraft(userId, name, draft);
  setSession(before as null);
}

/** A durable job that this user's page began before it was loaded again; see `web/runs`. Its key is 'key-of-before'. */
export async function storeBegunRun(name: string, input: object): Promise<void> {
  const run = { input, idempotencyKey: 'key-of-before', startedAt: Date.now() - 65_000 };
  await storeDraft('A1', `run/${name}`, { ...run, rows_processed: 3, total_rows: 9 });
}

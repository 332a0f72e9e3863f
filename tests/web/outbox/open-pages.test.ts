import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The Web Locks of one browser, as far as pages use them here. */
class Locks {
  held: { name: string }[] = [];
  async request(name: string, hold: () => Promise<void>): Promise<void> {
    const lock = { name };
    this.held.push(lock);
    await hold();
    this.held = this.held.filter((one) => one !== lock);
  }
  query = async () => ({ held: this.held, pending: [] });
}

/** A page load: what it holds is in its modules. */
async function openPage() {
  vi.resetModules();
  const [pages, { pageId }] = await Promise.all([
    import('../../../web/outbox/device/open-pages.ts'),
    import('../../../web/outbox/device/page-hide-storage.ts'),
  ]);
  return { ...pages, page: pageId };
}

let locks: Locks | undefined;
beforeEach(() => {
  locks = new Locks();
  vi.spyOn(navigator, 'locks', 'get').mockImplementation(() => locks as unknown as LockManager);
  return () => vi.restoreAllMocks();
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a page', () => {
  it('is open from when it says so until it goes, and again when it is back', async () => {
    const { holdPageLock: holdPage, isBrowserPageOpen, page } = await openPage();
    expect(await isBrowserPageOpen(page)).toBe(false);
    await holdPage();
    expect([await isBrowserPageOpen(page), await isBrowserPageOpen('another')]).toEqual([true, false]);
    window.dispatchEvent(new Event('pagehide'));
    await settled();
    expect(await isBrowserPageOpen(page)).toBe(false);
    await holdPage();
    expect(await isBrowserPageOpen(page)).toBe(true);
  });

  it('is held once, however often it is asked', async () => {
    const { holdPageLock: holdPage } = await openPage();
    await Promise.all([holdPage(), holdPage()]);
    await holdPage();
    expect(locks?.held).toHaveLength(1);
  });

  it('counts as open where the browser cannot say: its draft is left alone', async () => {
    locks = undefined;
    const { holdPageLock: holdPage, isBrowserPageOpen } = await openPage();
    await holdPage();
    expect(await isBrowserPageOpen('another')).toBe(true);
  });

  it('is not open where nothing is held at all', async () => {
    const { isBrowserPageOpen } = await openPage();
    vi.spyOn(locks as Locks, 'query').mockResolvedValue({ pending: [] } as never);
    expect(await isBrowserPageOpen('another')).toBe(false);
  });
});

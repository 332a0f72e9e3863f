import { pageId } from './page-hide-storage.ts';

const nameOf = (ofPage: string) => `formroom.page/${ofPage}`;
// Outside secure contexts there are no locks; every page then counts as open.
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

let held: Promise<void> | undefined;
let letGo = () => {};

/** Holds a lock that the browser releases when this page is closed or crashes. */
export function holdPageLock(): Promise<void> {
  held ??= new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        letGo = release;
        resolve();
      });
    const asked = locks();
    if (asked) void asked.request(nameOf(pageId), hold);
    else resolve();
  });
  return held;
}

// The draft is enqueued by then; and a page with a lock could not go into the back-forward cache.
window.addEventListener('pagehide', () => {
  letGo();
  held = undefined;
});

/** Whether a page that held its lock still does. */
export async function isBrowserPageOpen(ofPage: string): Promise<boolean> {
  const query = await locks()?.query();
  return query ? (query.held ?? []).some(({ name }) => name === nameOf(ofPage)) : true;
}

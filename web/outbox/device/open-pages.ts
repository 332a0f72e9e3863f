import { page } from './last-moment.ts';

const nameOf = (ofPage: string) => `formroom.page/${ofPage}`;
// Outside secure contexts there are none; nobody's draft is then taken for a dead page's.
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

let held: Promise<void> | undefined;
let letGo = () => {};

/** Holds a lock that is let go when this page is gone, whatever happened to it. */
export function holdPage(): Promise<void> {
  held ??= new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        letGo = release;
        resolve();
      });
    const asked = locks();
    if (asked) void asked.request(nameOf(page), hold);
    else resolve();
  });
  return held;
}

// What was being typed has been handed over by then; and a page with a lock could not be kept for Back.
window.addEventListener('pagehide', () => {
  letGo();
  held = undefined;
});

/** Whether a page that held its lock still does. */
export async function isPageOpen(ofPage: string): Promise<boolean> {
  const query = await locks()?.query();
  return query ? (query.held ?? []).some(({ name }) => name === nameOf(ofPage)) : true;
}

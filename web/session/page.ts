let leaving = false;

/** True once this page is being replaced: nothing may hold it up any more. */
export const isLeaving = (): boolean => leaving;

/**
 * Loads another page in place of this one. The entrance and the areas are separate pages on purpose: whatever a session left
 * in memory is gone with its page.
 */
export function goTo(address: string): void {
  leaving = true;
  window.location.replace(address);
}

/** Loads this page again, without asking whether to leave: it shows somebody who is not signed in any more. */
export function reload(): void {
  leaving = true;
  window.location.reload();
}

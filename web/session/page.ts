let leaving = false;

/** True once {@link goTo} was called: nothing may hold the page up any more. */
export const isLeaving = (): boolean => leaving;

/**
 * Loads another page in place of this one. The entrance and the areas are separate pages on purpose: whatever a session left
 * in memory is gone with its page.
 */
export function goTo(address: string): void {
  leaving = true;
  window.location.replace(address);
}

let isLeaving = false;
// Before any other listener: browsers call those of the window in the order in which they came.
window.addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation());

/**
 * From now on nothing asks whether to leave this page: it shows what somebody who is not signed in any more may not see. What is typed
 * is kept by what listens for `pagehide`.
 */
const leaveUnasked = (): void => {
  isLeaving = true;
};

/**
 * Loads another page in place of this one. The entrance and the areas are separate pages on purpose: whatever a session left
 * in memory is gone with its page.
 */
export function goTo(address: string): void {
  leaveUnasked();
  window.location.replace(address);
}

/** Loads this page again, without asking whether to leave: it shows somebody who is not signed in any more. */
export function reload(): void {
  leaveUnasked();
  window.location.reload();
}

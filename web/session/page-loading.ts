let isLeaving = false;
// Before any other listener: browsers call those of the window in the order in which they came.
window.addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation());

/**
 * Disables the questions before this page is left: it shows what a signed-out user may not see. What is typed
 * is kept by what listens for `pagehide`.
 */
const leaveUnasked = (): void => {
  isLeaving = true;
};

/**
 * Loads another page in place of this one. The entrance and the areas are separate pages on purpose: whatever a session
 * left in memory is gone with its page.
 */
export function loadPage(address: string): void {
  leaveUnasked();
  window.location.replace(address);
}

/** Reloads this page without a question: it shows a user who is no longer signed in. */
export function reloadPage(): void {
  leaveUnasked();
  window.location.reload();
}

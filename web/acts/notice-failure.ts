import { ApiError, messageOf, NetworkError } from '../api/errors.ts';
import { snackbar } from '../ui/overlays/snackbar.tsx';

/** Says in a notice why an act failed. */
export const noticeFailure = (error: unknown): void => snackbar(messageOf(error), { tone: 'error' });

/** What failed, and why where that is known: "Error occured: The term is closed." */
export function describeFailure(what: string, error: unknown): string {
  if (!(error instanceof ApiError || error instanceof NetworkError)) return what;
  const why = messageOf(error);
  if (why.startsWith(what)) return why;
  return `${what}${/[.!?]$/.test(what) ? '' : ':'} ${why}`;
}

/** Says in a notice what failed, in the words of the product, and why. */
export const noticeFailureOf =
  (what: string) =>
  (error: unknown): void =>
    snackbar(describeFailure(what, error), { tone: 'error' });

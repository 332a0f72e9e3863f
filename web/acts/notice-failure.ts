import { messageOf } from '../api/errors.ts';
import { snackbar } from '../ui/overlays/snackbar.tsx';

/** Says in a notice why an act failed. */
export const noticeFailure = (error: unknown): void => snackbar(messageOf(error), { tone: 'error' });

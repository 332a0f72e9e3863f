import { onChangeSent } from '../api/call.ts';
import { currentSession } from '../session/session.ts';

/** The storage of the lists, which only screens with such a list load at once. */
export const loadListStorage = () => import('./list-storage.ts');

/** Deletes everything that the device keeps, when the session is over. Where that fails, nobody has the key any more. */
export const endKeptLists = (): Promise<void> =>
  loadListStorage()
    .then((storage) => storage.endKeptLists())
    .catch(() => undefined);

// A teacher has no such lists.
onChangeSent(() => {
  if (currentSession()?.area !== 'admin') return;
  loadListStorage()
    .then((storage) => storage.forgetKeptLists())
    .catch(() => undefined);
});

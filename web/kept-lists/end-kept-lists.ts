import { onChangeSent } from '../api/call.ts';
import { currentSession } from '../session/session.ts';

/** The storage of the lists, which only screens with such a list load at once. */
export const loadListStorage = () => import('./list-storage.ts');

/**
 * Deletes everything that the device keeps, when the session is over. Where that fails, nobody has the key any more. Waits at most a second:
 * signing out does not hang on a file of the site that no network brings.
 */
export function endKeptLists(): Promise<void> {
  const ended = loadListStorage().then((storage) => storage.deleteAllKeptLists());
  const second = new Promise<void>((resolve) => setTimeout(resolve, 1000));
  return Promise.race([ended.catch(() => undefined), second]);
}

// A teacher has no such lists.
onChangeSent(() => {
  if (currentSession()?.area !== 'admin') return;
  loadListStorage()
    .then((storage) => storage.deleteKeptListsOfSession())
    .catch(() => undefined);
});

type Listener = () => void;

const sessionEnded = new Set<Listener>();
const contact = new Set<Listener>();

/**
 * Calls back when the server answered 401 to a call that needs a session: it ended, here or elsewhere. Several calls in
 * flight give several signals. Returns the function that stops listening.
 */
export function onSessionEnded(listener: Listener): () => void {
  sessionEnded.add(listener);
  return () => void sessionEnded.delete(listener);
}

/** Calls back when an answer showed that the session is alive: the server's idle limit starts again from there. */
export function onSessionContact(listener: Listener): () => void {
  contact.add(listener);
  return () => void contact.delete(listener);
}

export const signalSessionEnded = () => {
  for (const listener of [...sessionEnded]) listener();
};
export const signalSessionContact = () => {
  for (const listener of [...contact]) listener();
};

import { useState } from 'react';
import { untilNextAct } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import { logOut } from '../sign-out.ts';
import { waitForUnsavedWork } from '../unsaved-work.ts';
import { sessionWordings } from '../wordings.ts';

/** Logs out: asks first where something is unsaved, and reports when the server could not be reached. */
export function useLogout() {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const unsaved = await waitForUnsavedWork();
    const canLeave =
      unsaved === null ||
      (await confirm({
        title: sessionWordings.logOutWithoutSaving,
        text: `Some of what you typed${unsaved === 'here' ? '' : ' in another tab'} has not been saved. Logging out removes it from this device.`,
        confirmLabel: 'Logout',
        danger: true,
      }));
    if (!canLeave) return setLeaving(false);
    try {
      await logOut({ discards: unsaved !== null });
    } catch (error) {
      const title = sessionWordings.youAreStillSignedIn;
      void showModal({ openedBy: 'answer', title, text: messageOf(error), signal: untilNextAct() });
    } finally {
      setLeaving(false);
    }
  };
  return { isLeaving, leave: () => void leave() };
}

import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { useSchool } from '../../api/school.ts';
import { logOut } from '../../session/sign-out.ts';
import { unsavedAfterWaiting } from '../../session/unsaved-work.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import { Crest } from '../../ui/screen/crest.tsx';
import { BandSlot, StatusSlot } from '../../ui/screen/head-slots.ts';
import { ThemeButton } from '../../ui/theme/theme-button.tsx';
import { FindButton } from '../palette/find-button.tsx';
import styles from './shell.module.css';

/** The banner of product §1: school name, user's name and initials, Logout. */
export function TopBar({ userName, menuButton }: { userName: string; menuButton: ReactNode }) {
  const school = useSchool();
  const { isLeaving, leave } = useLogout();
  return (
    <header className={styles.bar}>
      {menuButton}
      <Crest size={26} />
      <BandSlot className={styles.bandSlot} />
      <div className={styles.school}>{school.name}</div>
      <StatusSlot />
      <div className={styles.person}>
        <FindButton />
        <ThemeButton />
        <div className={styles.user}>
          <Avatar name={userName} />
          <span className={styles.onlyDesk}>
            <span className={styles.userName}>{userName}</span>
          </span>
        </div>
        <span className={styles.onlyDesk}>
          <Button variant="quiet" icon={LogOut} busy={isLeaving} onClick={leave}>
            Logout
          </Button>
        </span>
        <span className={styles.onlyPhone}>
          <IconButton label="Logout" icon={LogOut} onClick={leave} />
        </span>
      </div>
    </header>
  );
}

function useLogout() {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const unsaved = await unsavedAfterWaiting();
    const mayLeave =
      unsaved === null ||
      (await confirm({
        title: 'Log out without saving?',
        text: `Some of what you typed${unsaved === 'here' ? '' : ' in another tab'} has not been saved. Logging out removes it from this device.`,
        confirmLabel: 'Logout',
        danger: true,
      }));
    if (!mayLeave) return setLeaving(false);
    try {
      await logOut({ discards: unsaved !== null });
    } catch (error) {
      void showModal({ openedBy: 'answer', title: 'You are still signed in', text: messageOf(error) });
    } finally {
      setLeaving(false);
    }
  };
  return { isLeaving, leave: () => void leave() };
}

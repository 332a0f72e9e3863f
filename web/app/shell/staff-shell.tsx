import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { WelcomeLine } from '../../features/people/teacher-area/welcome-line.tsx';
import { useTeacherSession } from '../../session/session.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import styles from './shell.module.css';
import { AreaShell } from './shell.tsx';

/** The teacher area: banner, welcome line, and the main menu or the option that was opened from it. */
export default function StaffShell({ children }: { children: ReactNode }) {
  const { name } = useTeacherSession();
  const isMenu = useLocation().pathname.replace(/\/$/, '') === sitePaths.teacherArea;
  return (
    <AreaShell area="staff" userName={name}>
      <Stack as="main" fill className={styles.wideMain} shrinks id="content" tabIndex={-1}>
        <WelcomeLine name={name} backTo={isMenu ? null : sitePaths.teacherArea} />
        {children}
      </Stack>
    </AreaShell>
  );
}

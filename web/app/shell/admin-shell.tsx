import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { menuKeys } from '#shared/http/contract.ts';
import { useSchool } from '../../api/school.ts';
import { AdminScreens, menuGroups } from '../../session/screens-of-options.ts';
import { type AdminSession, useAdminSession } from '../../session/session.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import type { SideDrawerProps } from '../../ui/overlays/side-drawer.tsx';
import {
  type AdminDialogEntry,
  type AdminScreenEntry,
  adminDialogs,
  canOpenAdminScreen,
  listAdminScreens,
  listPermittedScreens,
} from '../screens/admin-screens.ts';
import styles from './shell.module.css';
import { AreaShell } from './shell.tsx';

/** The menu of a phone, from the left edge. */
const SideDrawer = lazyOverlay<SideDrawerProps>(() => import('../../ui/overlays/side-drawer.tsx'));

/** The admin area: banner, menu by permission, one section at a time. On a phone the menu is a drawer. */
export default function AdminShell({ children }: { children: ReactNode }) {
  // One value: a new one at each drawing goes through the whole screen.
  const [screens] = useState(listAdminScreens);
  const admin = useAdminSession();
  const school = useSchool();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [dialog, setDialog] = useState<AdminDialogEntry['menu'] | null>(null);
  // Find opens a window of the menu over the section that is open.
  const { state, key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked: unknown = state?.dialog;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    const found = adminDialogs.find(({ menu }) => menu === asked);
    if (!found) return;
    setDialog(found.menu);
    // A reload opens no window that was closed.
    navigate(pathname + search, { replace: true, state: null });
  }, [asked, key]);
  const dialogs = adminDialogs.filter((entry) => canOpenAdminScreen(admin, entry));
  return (
    <AreaShell
      area="admin"
      userName={admin.name}
      menuButton={
        <span className={styles.onlyPhone}>
          <IconButton label="Menu" icon={MenuIcon} aria-expanded={isMenuOpen} onClick={() => setMenuOpen(true)} />
        </span>
      }
    >
      <div className={styles.frame}>
        <div className={styles.onlyDesk}>
          <div className={styles.side}>
            <AdminMenu admin={admin} onOpen={setDialog} />
          </div>
        </div>
        <Stack as="main" fill className={styles.main} shrinks id="content" tabIndex={-1}>
          <AdminScreens value={screens}>{children}</AdminScreens>
        </Stack>
      </div>
      <SideDrawer openedBy="act" open={isMenuOpen} onClose={() => setMenuOpen(false)} title={school.name}>
        <AdminMenu
          admin={admin}
          onChoose={() => setMenuOpen(false)}
          onOpen={(menu) => {
            setMenuOpen(false);
            setDialog(menu);
          }}
        />
      </SideDrawer>
      {dialogs.map(({ menu, Dialog }) => (
        <Dialog key={menu} open={dialog === menu} onClose={() => setDialog(null)} />
      ))}
    </AreaShell>
  );
}

interface AdminMenuProps {
  admin: AdminSession;
  onChoose?: () => void;
  onOpen: (dialog: AdminDialogEntry['menu']) => void;
}

function AdminMenu({ admin, onChoose, onOpen }: AdminMenuProps) {
  const school = useSchool();
  const screens = listPermittedScreens(admin).filter(({ isHidden }) => !isHidden?.(school));
  const entries = [...screens, ...adminDialogs.filter((entry) => canOpenAdminScreen(admin, entry))];
  const inOrder = entries.toSorted((a, b) => menuKeys.indexOf(a.menu) - menuKeys.indexOf(b.menu));
  const groups = [undefined, ...menuGroups].map((title) => ({
    title,
    entries: inOrder.filter(({ group }) => group === title),
  }));
  const lineOf = (entry: AdminScreenEntry | AdminDialogEntry) => {
    const { menu, label, icon: Icon } = entry;
    const line = (
      <>
        <Icon size={17} strokeWidth={1.75} aria-hidden />
        {label}
      </>
    );
    if ('Dialog' in entry)
      return (
        <Row as="button" type="button" gap={10} onClick={() => onOpen(menu)}>
          {line}
        </Row>
      );
    if (entry.isOff?.(school))
      return (
        <Row as="button" type="button" gap={10} disabled>
          {line}
        </Row>
      );
    return (
      <Row
        as={NavLink}
        gap={10}
        to={`${sitePaths.adminArea}/${entry.path}`}
        {...(onChoose ? { onClick: onChoose } : {})}
      >
        {line}
      </Row>
    );
  };
  return (
    <nav aria-label="Admin menu">
      <p className={styles.welcome}>
        <span>Welcome</span>
        <Text as="strong" size={13.5}>
          {admin.name}
        </Text>
      </p>
      {groups.map(
        ({ title, entries }) =>
          entries.length > 0 && (
            <section key={title ?? ''} className={styles.group} {...(title ? { 'aria-label': title } : {})}>
              {title && <h2>{title}</h2>}
              <ul className={styles.menu}>
                {entries.map((entry) => (
                  <li key={entry.label}>{lineOf(entry)}</li>
                ))}
              </ul>
            </section>
          ),
      )}
    </nav>
  );
}

import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { useSchool } from '../api/school.ts';
import { places } from '../session/places.ts';
import { type AdminSession, useAdminSession } from '../session/session.ts';
import { IconButton } from '../ui/controls/button.tsx';
import { SideDrawer } from '../ui/overlays/side-drawer.tsx';
import { type AdminDialog, adminDialogs, mayOpen, permittedScreens } from './admin-screens.ts';
import styles from './shell.module.css';
import { Shell } from './shell.tsx';

/** The admin area: banner, menu by permission, one section at a time. On a phone the menu is a drawer. */
export default function AdminShell() {
  const admin = useAdminSession();
  const school = useSchool();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [dialog, setDialog] = useState<AdminDialog['menu'] | null>(null);
  const dialogs = adminDialogs.filter((entry) => mayOpen(admin, entry));
  return (
    <Shell
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
        <main className={styles.main} id="content" tabIndex={-1}>
          <Outlet />
        </main>
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
    </Shell>
  );
}

interface AdminMenuProps {
  admin: AdminSession;
  onChoose?: () => void;
  onOpen: (dialog: AdminDialog['menu']) => void;
}

function AdminMenu({ admin, onChoose, onOpen }: AdminMenuProps) {
  return (
    <nav aria-label="Admin menu">
      <p className={styles.welcome}>
        <span>Welcome</span>
        <strong>{admin.name}</strong>
      </p>
      <ul className={styles.menu}>
        {permittedScreens(admin).map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink to={`${places.adminArea}/${path}`} {...(onChoose ? { onClick: onChoose } : {})}>
              <Icon size={17} strokeWidth={1.75} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
        {adminDialogs
          .filter((entry) => mayOpen(admin, entry))
          .map(({ menu, label, icon: Icon }) => (
            <li key={menu}>
              <button type="button" onClick={() => onOpen(menu)}>
                <Icon size={17} strokeWidth={1.75} aria-hidden />
                {label}
              </button>
            </li>
          ))}
      </ul>
    </nav>
  );
}

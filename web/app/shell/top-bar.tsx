import { VisuallyHidden } from '@aws-amplify/ui-react';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { useSchool } from '../../api/school.ts';
import { useLogout } from '../../session/signed-in/use-logout.ts';
import { myAccountPages } from '../../session/site-paths.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Crest } from '../../ui/screen/crest.tsx';
import { BandSlot, StatusSlot } from '../../ui/screen/slot.ts';
import { ThemeButton } from '../../ui/theme/theme-button.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import styles from './shell.module.css';

interface TopBarProps {
  area: Area;
  userName: string;
  menuButton: ReactNode;
}

/** The banner of product §1: school name, user's name and initials, which link to My account, and Logout. */
export function TopBar({ area, userName, menuButton }: TopBarProps) {
  const school = useSchool();
  const { isLeaving, leave } = useLogout();
  return (
    <Row as="header" gap={10} className={styles.bar}>
      {menuButton}
      <span className={styles.onlyDesk}>
        <Crest size={26} />
      </span>
      <BandSlot className={styles.bandSlot} />
      <div className={styles.school}>{school.name}</div>
      <StatusSlot />
      <Row className={styles.person}>
        <PaletteButton />
        <HelpButton area={area} />
        {/* On a phone it is in My account: the school's name needs the room. */}
        <span className={styles.onlyDesk}>
          <ThemeButton />
        </span>
        <Row
          as={NavLink}
          end
          gap={8}
          to={myAccountPages[area]}
          className={styles.user}
          size={13}
          weight={550}
          title="My account"
        >
          <Avatar name={userName} />
          <span className={styles.onlyDesk}>
            <Text line="cut">{userName}</Text>
          </span>
          <VisuallyHidden> My account</VisuallyHidden>
        </Row>
        <span className={styles.onlyDesk}>
          <Button variant="quiet" icon={LogOut} busy={isLeaving} onClick={leave}>
            Logout
          </Button>
        </span>
        <span className={styles.onlyPhone}>
          <IconButton label="Logout" icon={LogOut} onClick={leave} />
        </span>
      </Row>
    </Row>
  );
}

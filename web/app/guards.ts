import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { fetchSchool } from '../api/school.ts';
import { readSessionOnce } from '../session/restore-session.ts';
import { currentSession } from '../session/session.ts';
import { homePages, signInPages, sitePaths, storeRequestedAddress } from '../session/site-paths.ts';
import { type AdminScreenEntry, canOpenAdminScreen, listPermittedScreens } from './screens/admin-screens.ts';

/** Returns the address to redirect to where the user may not see a page, or null. */
export type Guard = (asked: Pick<URL, 'pathname' | 'search'>) => Promise<string | null>;

/**
 * Guard of an area: visitors sign in first and then return to the requested page; a user of the other area is
 * redirected to that area.
 */
export const createAreaGuard =
  (area: Area): Guard =>
  async (asked) => {
    const session = await readSessionOnce();
    if (!session) {
      storeRequestedAddress(asked);
      window.location.assign(signInPages[area]);
      // Nothing is shown until the sign-in page has loaded.
      return new Promise(() => undefined);
    }
    return session.area === area ? null : homePages[session.area];
  };

const adminsOnly = createAreaGuard('admin');

/**
 * Guard of an admin screen: without the permission, and where the school does not have it, the first screen that is
 * permitted.
 */
export const createPermissionGuard =
  (screen: AdminScreenEntry): Guard =>
  async (asked) => {
    const elsewhere = await adminsOnly(asked);
    const session = currentSession();
    const canEnter = session?.area === 'admin' && canOpenAdminScreen(session, screen);
    // A screen that cannot be known to be hidden is opened, and says itself what could not be loaded.
    const isHidden = canEnter && screen.isHidden && (await fetchSchool().then(screen.isHidden, () => false));
    return elsewhere ?? (canEnter && !isHidden ? null : sitePaths.adminArea);
  };

/** Guard of the admin area's beginning: the first permitted screen opens (product §2), at once. */
export const redirectToFirstPermitted: Guard = async (asked) => {
  const elsewhere = await adminsOnly(asked);
  const session = currentSession();
  const [first] = session?.area === 'admin' ? listPermittedScreens(session) : [];
  return elsewhere ?? (first ? `${sitePaths.adminArea}/${first.path}` : null);
};

import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { homeOf, keepAskedPlace, places, signInOf } from '../session/places.ts';
import { currentSession } from '../session/session.ts';
import { knownSession } from '../session/sign-in.ts';
import { type AdminScreen, mayOpen, permittedScreens } from './admin-screens.ts';

/** Returns the address to redirect to where the user may not see a page, or null. */
export type Guard = (asked: Pick<URL, 'pathname' | 'search'>) => Promise<string | null>;

/** Guard of an area: visitors sign in first and then return to the requested page; a user of the other area is redirected to that area. */
export const membersOnly =
  (area: Area): Guard =>
  async (asked) => {
    const session = await knownSession();
    if (!session) {
      keepAskedPlace(asked);
      window.location.assign(signInOf[area]);
      // Nothing is shown until the sign-in page has loaded.
      return new Promise(() => undefined);
    }
    return session.area === area ? null : homeOf[session.area];
  };

const adminsOnly = membersOnly('admin');

/** Guard of an admin screen: without the permission, the first screen that is permitted. */
export const permittedOnly =
  (screen: AdminScreen): Guard =>
  async (asked) => {
    const elsewhere = await adminsOnly(asked);
    const session = currentSession();
    const mayEnter = session?.area === 'admin' && mayOpen(session, screen);
    return elsewhere ?? (mayEnter ? null : places.adminArea);
  };

/** Guard of the admin area's beginning: the first permitted screen opens (product §2), at once. */
export const firstPermitted: Guard = async (asked) => {
  const elsewhere = await adminsOnly(asked);
  const session = currentSession();
  const [first] = session?.area === 'admin' ? permittedScreens(session) : [];
  return elsewhere ?? (first ? `${places.adminArea}/${first.path}` : null);
};

import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router-dom';
import type { Area } from '#shared/auth/inactivity.ts';
import { keepAskedPlace } from '../session/asked-place.ts';
import { homeOf, places, signInOf } from '../session/places.ts';
import { currentSession, type Session } from '../session/session.ts';
import { restoreSession } from '../session/sign-in.ts';
import { type AdminScreen, mayOpen, permittedScreens } from './admin-screens.ts';

let asking: Promise<Session | null> | undefined;

/** The session, asked of the server once a page load; routes that load together share the question. */
async function knownSession(): Promise<Session | null> {
  const known = currentSession();
  if (known !== undefined) return known;
  asking ??= restoreSession().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Loader of an area: visitors sign in first, and then come to what they asked for; who is signed in to the other area goes there. */
export const membersOnly =
  (area: Area) =>
  async ({ request }: LoaderFunctionArgs) => {
    const session = await knownSession();
    if (!session) {
      keepAskedPlace(new URL(request.url));
      return redirectDocument(signInOf[area]);
    }
    return session.area === area ? null : redirect(homeOf[session.area]);
  };

/** Loader of an admin screen: without the permission, the first screen that is permitted. */
export const permittedOnly = (screen: AdminScreen) => async () => {
  const session = await knownSession();
  // Not an admin: the area's own loader, which runs beside this one, redirects.
  return session?.area !== 'admin' || mayOpen(session, screen) ? null : redirect(places.adminArea);
};

/** Loader of the admin area's beginning: the first permitted screen opens (product §2), at once. */
export const firstPermitted = async () => {
  const session = await knownSession();
  const [first] = session?.area === 'admin' ? permittedScreens(session) : [];
  return first ? redirect(`${places.adminArea}/${first.path}`) : null;
};

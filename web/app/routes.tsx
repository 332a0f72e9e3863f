import { type ComponentType, Fragment } from 'react';
import { Outlet, type RouteObject, redirect, replace, useRouteError } from 'react-router-dom';
import { addressWith, fieldsOf, type ScreenPath } from '../place/screen-address.ts';
import { ScreenContext } from '../place/use-place.ts';
import { myAccountOf, namedFields, places } from '../session/places.ts';
import { knownSession } from '../session/sign-in.ts';
import { adminScreens } from './admin-screens.ts';
import AdminShell from './admin-shell.tsx';
import { firstPermitted, type Guard, membersOnly, permittedOnly } from './guards.ts';
import { siteRoutes } from './router.tsx';
import { type Frame, frameOf, PageError } from './site.tsx';
import { teacherScreens } from './teacher-screens.ts';

const RouteError = () => <PageError error={useRouteError()} />;

/** A page was shown, so that a redirect from the next address is an entry of its own in the history. */
let hasShownPage = false;

/**
 * A screen, in a chunk of its own that is fetched while its guard asks who is there. The guard is asked again only where another screen
 * opens: the fields of an address are its screen's own. What has a name is in the path; an address from before has it in the query.
 */
function screen(path: string, load: () => Promise<{ default: ComponentType }>, guard: Guard): RouteObject {
  const ownPath: ScreenPath = { path, named: namedFields[path] ?? [] };
  const addressOf = (url: URL) => addressWith(ownPath, fieldsOf(ownPath, url));
  const isOldAddress = (url: URL) => path !== '*' && addressOf(url).split('?')[0] !== url.pathname.replace(/\/$/, '');
  return {
    path: [path, ...ownPath.named.map((name) => `:${name}?`)].join('/'),
    caseSensitive: true,
    loader: async ({ request }) => {
      const url = new URL(request.url);
      const elsewhere = (await guard(url)) ?? (isOldAddress(url) ? addressOf(url) : null);
      if (elsewhere) throw hasShownPage ? redirect(elsewhere) : replace(elsewhere);
      hasShownPage = true;
      return null;
    },
    shouldRevalidate: ({ nextUrl }) => isOldAddress(nextUrl),
    lazy: async () => {
      const { default: Screen } = await load();
      return {
        Component: () => (
          <ScreenContext value={ownPath}>
            <Screen />
          </ScreenContext>
        ),
      };
    },
    ErrorBoundary: RouteError,
  };
}

/** The frame around the screens. */
const inFrame = (load: () => Promise<Frame>, children: RouteObject[]): RouteObject => ({
  lazy: async () => {
    const Frame = await load();
    return {
      Component: () => (
        <Frame>
          <Outlet />
        </Frame>
      ),
    };
  },
  ErrorBoundary: RouteError,
  children,
});

// The admin shell comes along: it is small, and in chunks of their own its parts would be larger.
const adminFrame = frameOf(async () => ({ default: AdminShell }));
const staffFrame = frameOf(() => import('./staff-shell.tsx'));
const staffOnly = membersOnly('staff');

const loadMyAccount = () => import('../features/accounts/my-account/my-account.tsx');

/** Everything behind the entrances. */
export const routes: RouteObject[] = siteRoutes([
  inFrame(staffFrame, [
    screen(places.teacherArea, () => import('./teacher-menu.tsx'), staffOnly),
    ...teacherScreens.map(({ path, load }) => screen(`${places.teacherArea}/${path}`, load, staffOnly)),
    screen(myAccountOf.staff, loadMyAccount, staffOnly),
  ]),
  inFrame(adminFrame, [
    screen(myAccountOf.admin, loadMyAccount, membersOnly('admin')),
    screen(places.adminArea, () => import('./nothing-permitted.tsx'), firstPermitted),
    ...adminScreens.map((entry) => screen(`${places.adminArea}/${entry.path}`, entry.load, permittedOnly(entry))),
  ]),
  inFrame(
    frameOf(async () => ({ default: Fragment })),
    [
      screen(
        '*',
        () => import('./not-found.tsx'),
        // The way back is to the own area. Who is there may be unknown: that leads to the entrance.
        () =>
          knownSession().then(
            () => null,
            () => null,
          ),
      ),
    ],
  ),
]);

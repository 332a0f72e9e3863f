import { type ComponentType, Fragment } from 'react';
import { Outlet, type RouteObject, redirect, replace, useRouteError } from 'react-router-dom';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { buildAddress, type PrefetchContext, parseScreenAddress, type ScreenPath } from '../address/screen-address.ts';
import { ScreenContext } from '../address/screen-context.ts';
import { readSessionOnce } from '../session/restore-session.ts';
import { teacherScreensOfOptions } from '../session/screens-of-options.ts';
import { currentSession } from '../session/session.ts';
import { fieldsInPath, myAccountPages, sitePaths } from '../session/site-paths.ts';
import { createAreaGuard, createPermissionGuard, type Guard, redirectToFirstPermitted } from './guards.ts';
import { queryClient } from './query-client.ts';
import { createSiteRoutes } from './router.tsx';
import { coreScreens, listAdminScreens } from './screens/admin-screens.ts';
import { teacherScreens } from './screens/teacher-screens.ts';
import AdminShell from './shell/admin-shell.tsx';
import { createScreenFrameLoader, PageError, type ScreenFrame } from './site.tsx';

const RouteError = () => <PageError error={useRouteError()} />;

/** Set once a page was shown: a later redirect is an entry of its own in the history. */
let hasShownPage = false;

interface ScreenModule {
  default: ComponentType;
  /** Fetches what the screen shows first, while React renders the page around it. */
  prefetch?: (opening: PrefetchContext) => unknown;
}

/**
 * A screen, in a chunk of its own that is fetched while its guard checks the session. The guard runs again only where
 * another screen opens, not for other fields of the address. Named fields are in the path; old addresses have them in
 * the query and are redirected.
 */
function screen(path: string, load: () => Promise<ScreenModule>, guard: Guard): RouteObject {
  const ownPath: ScreenPath = { path, named: fieldsInPath[path] ?? [] };
  const addressOf = (url: URL) => buildAddress(ownPath, parseScreenAddress(ownPath, url));
  const isOldAddress = (url: URL) => path !== '*' && addressOf(url).split('?')[0] !== url.pathname.replace(/\/$/, '');
  const prefetch = async (opening: PrefetchContext) => {
    const module = await load();
    await module.prefetch?.(opening);
  };
  return {
    path: [path, ...ownPath.named.map((name) => `:${name}?`)].join('/'),
    caseSensitive: true,
    loader: async ({ request }) => {
      const url = new URL(request.url);
      const elsewhere = (await guard(url)) ?? (isOldAddress(url) ? addressOf(url) : null);
      if (elsewhere) throw hasShownPage ? redirect(elsewhere) : replace(elsewhere);
      hasShownPage = true;
      const session = currentSession();
      // What fails is asked for again by the screen, which says so.
      if (session)
        prefetch({ client: queryClient, session, place: parseScreenAddress(ownPath, url) }).catch(() => undefined);
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
const inFrame = (load: () => Promise<ScreenFrame>, children: RouteObject[]): RouteObject => ({
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

// The admin shell is in this chunk: it is small, and a chunk of its own would be larger.
const adminFrame = createScreenFrameLoader(async () => ({ default: AdminShell }));
const staffFrame = createScreenFrameLoader(() => import('./shell/staff-shell.tsx'));
const staffOnly = createAreaGuard('staff');

const loadMyAccount = () => import('../features/accounts/my-account/my-account.tsx');

const loadTeacherMenu = () => import('./screens/teacher-menu-screen.tsx');

/** Fetches the code of the area's first screen; of the admin area that of the first that most may open. */
export const preloadHome = (area: Area): Promise<unknown> =>
  area === 'staff'
    ? Promise.all([staffFrame(), loadTeacherMenu()])
    : Promise.all([adminFrame(), coreScreens[0]?.load()]);

/** Everything behind the entrances; made once the places are filled. */
export const createRoutes = (): RouteObject[] =>
  createSiteRoutes([
    inFrame(staffFrame, [
      screen(sitePaths.teacherArea, loadTeacherMenu, staffOnly),
      ...[...teacherScreens, ...teacherScreensOfOptions.all().flat()].map(({ path, load }) =>
        screen(`${sitePaths.teacherArea}/${path}`, load, staffOnly),
      ),
      screen(myAccountPages.staff, loadMyAccount, staffOnly),
    ]),
    inFrame(adminFrame, [
      screen(myAccountPages.admin, loadMyAccount, createAreaGuard('admin')),
      screen(sitePaths.adminArea, () => import('./screens/nothing-permitted.tsx'), redirectToFirstPermitted),
      ...listAdminScreens().map((entry) =>
        screen(`${sitePaths.adminArea}/${entry.path}`, entry.load, createPermissionGuard(entry)),
      ),
    ]),
    inFrame(
      createScreenFrameLoader(async () => ({ default: Fragment })),
      [
        screen(
          '*',
          () => import('./screens/not-found.tsx'),
          // The page links to the user's area, or to the entrance where the session is unknown.
          () =>
            readSessionOnce().then(
              () => null,
              () => null,
            ),
        ),
      ],
    ),
  ]);

import type { ComponentType } from 'react';
import type { RouteObject, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { places } from '../session/places.ts';
import { adminScreens } from './admin-screens.ts';
import AdminShell from './admin-shell.tsx';
import { firstPermitted, membersOnly, permittedOnly } from './guards.ts';
import { loadSite, PageError, Site } from './site.tsx';
import { teacherScreens } from './teacher-screens.ts';

/** A screen's module as a lazy route. */
const screen = (load: () => Promise<{ default: ComponentType }>) => async () => ({ Component: (await load()).default });

/** A search field of the address is a screen's own state: no loader asks again. */
const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

/**
 * Everything behind the entrances; each screen is a chunk of its own, and so is the teachers' area. The admin shell comes along:
 * it is small, and in chunks of their own its parts would be larger. Guards are loaders, so nothing flashes.
 */
export const routes: RouteObject[] = [
  {
    id: 'site',
    Component: Site,
    ErrorBoundary: PageError,
    HydrateFallback: () => null,
    loader: loadSite,
    shouldRevalidate: () => false,
    children: [
      {
        path: places.teacherArea,
        loader: membersOnly('staff'),
        shouldRevalidate,
        lazy: screen(() => import('./staff-shell.tsx')),
        children: [
          { index: true, lazy: screen(() => import('./teacher-menu.tsx')) },
          ...teacherScreens.map(({ path, load }) => ({ path, ErrorBoundary: PageError, lazy: screen(load) })),
        ],
      },
      {
        path: places.adminArea,
        loader: membersOnly('admin'),
        shouldRevalidate,
        Component: AdminShell,
        children: [
          { index: true, loader: firstPermitted, lazy: screen(() => import('./nothing-permitted.tsx')) },
          ...adminScreens.map((entry) => ({
            path: entry.path,
            loader: permittedOnly(entry),
            shouldRevalidate,
            ErrorBoundary: PageError,
            lazy: screen(entry.load),
          })),
        ],
      },
      { path: '*', lazy: screen(() => import('./not-found.tsx')) },
    ],
  },
];

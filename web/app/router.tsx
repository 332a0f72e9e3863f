import { type ComponentType, useEffect, useRef, useState } from 'react';
import {
  type Location,
  Outlet,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigationType,
  useRouteError,
} from 'react-router-dom';
import { FirstLocationKeyContext, type SiteRouter, SiteRouterContext } from '../address/use-address-state.ts';
import { LeaveQuestion } from '../session/leave-question.tsx';
import { endSnackbarOfScreen } from '../ui/overlays/snackbar.tsx';
import { PageError } from './site.tsx';

/** Routes of the site, or of a test, with the question before leaving and the error page. */
export const createSiteRoutes = (
  children: RouteObject[],
  Failed: ComponentType<{ error: unknown }> = PageError,
): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: () => <Failed error={useRouteError()} />,
    // Nothing is shown before the first guard has answered.
    HydrateFallback: () => null,
    children,
  },
];

function Root() {
  const location = useLocation();
  const [first] = useState(location.key);
  const before = useRef(location);
  const isReplaced = useNavigationType() === 'REPLACE';
  useEffect(() => {
    if (isLeft(before.current, location, isReplaced)) endSnackbarOfScreen();
    before.current = location;
  }, [location, isReplaced]);
  return (
    <FirstLocationKeyContext value={first}>
      <Outlet />
      <LeaveQuestion />
    </FirstLocationKeyContext>
  );
}

/**
 * Whether what was shown there is left: another path, or something else in a field that had a value. A window that
 * opens over it adds a field.
 */
function isLeft(from: Location, to: Location, isReplaced: boolean): boolean {
  if (from.pathname !== to.pathname) return true;
  const fields = new URLSearchParams(to.search);
  return !isReplaced && [...new URLSearchParams(from.search)].some(([name, value]) => fields.get(name) !== value);
}

/**
 * The page of a router. Without transitions: the address has the text of a search field, which must be drawn at once.
 */
export const Site = ({ router }: { router: SiteRouter }) => (
  <SiteRouterContext value={router}>
    <RouterProvider router={router} useTransitions={false} />
  </SiteRouterContext>
);

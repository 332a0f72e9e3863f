import { type ComponentType, useState } from 'react';
import { Outlet, type RouteObject, RouterProvider, useLocation, useRouteError } from 'react-router-dom';
import { FirstLocationKeyContext, type SiteRouter, SiteRouterContext } from '../address/use-address-state.ts';
import { LeaveQuestion } from '../session/leave-guard.tsx';
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
  const { key } = useLocation();
  const [first] = useState(key);
  return (
    <FirstLocationKeyContext value={first}>
      <Outlet />
      <LeaveQuestion />
    </FirstLocationKeyContext>
  );
}

/** The page of a router. Without transitions: the address has the text of a search field, which must be drawn at once. */
export const Site = ({ router }: { router: SiteRouter }) => (
  <SiteRouterContext value={router}>
    <RouterProvider router={router} useTransitions={false} />
  </SiteRouterContext>
);

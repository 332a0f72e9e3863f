/**
 * Addresses that the web site's own router answers (product §2). A browser that asks for one gets `index.html`; every other
 * unknown address is a plain 404. A route that ends in `/` means everything below it.
 */
export const siteRoutes = ['/', '/term-reports', '/term-reports/', '/admin', '/admin/', '/station'] as const;

/** True when an address is one of the router's. `path` is without query. */
export const isSiteRoute = (path: string): boolean =>
  siteRoutes.some((route) => path === route || (route.length > 1 && route.endsWith('/') && path.startsWith(route)));

/** Built files whose name holds their content's hash: they may be kept for a year. */
export const hashedAssetsPath = '/assets/';

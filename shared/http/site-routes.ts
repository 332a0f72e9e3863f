/**
 * Addresses of the core that the web site's own router answers (product §2). They answer with `index.html`, and so does
 * every unknown address when a browser asks for a page (`isUnknownPage`). A route that ends in `/` means everything
 * below it.
 */
export const siteRoutes = ['/', '/term-reports', '/term-reports/', '/admin', '/admin/'] as const;

/**
 * A page of its own, for phones on a slow line, and the addresses that answer with it, written as in
 * {@link siteRoutes}.
 */
export interface LightPage {
  /** Its file, at the top of the built site. */
  page: string;
  routes: readonly string[];
  /** For the lines of `npm start`: who opens it, and who of the demo school signs in there. */
  readers: string;
  demoAccounts?: string;
}

/** True when an address is one of these, written as in {@link siteRoutes}. `path` is without query. */
export const isOnRoute = (routes: readonly string[], path: string): boolean =>
  routes.some((route) => path === route || (route.length > 1 && route.endsWith('/') && path.startsWith(route)));

/**
 * True for an address that is none of the site's and that a browser opens as a page: the router says that there is no
 * such page, and leads back. Names of files have a dot, and what is below `/api/` is a call. A plain 404 to everybody
 * else. `accept` is the request's header.
 */
export const isUnknownPage = (path: string, accept: string): boolean =>
  accept.includes('text/html') && !path.slice(path.lastIndexOf('/')).includes('.') && !path.startsWith('/api/');

/** Built files whose name holds their content's hash: they may be kept for a year. */
export const hashedAssetsPath = '/assets/';

import { buildSiteIfStale } from '../../../local/site.ts';

/**
 * Builds the web site before the first browser test: two files that begin together would each build it, and one takes
 * away the other's.
 */
export const setup = buildSiteIfStale;

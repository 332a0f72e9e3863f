import { stationPagePath } from '#shared/options/scan-stations/page-path.ts';
import { verifyPath } from '#shared/options/signed-cards/page-path.ts';

const closedEntrance = () => import('./options/families/no-longer-offered.ts');

/**
 * Pages of options beside the areas, by their addresses, written as in `siteRoutes`: each says itself where its option
 * is off. Where a page is built by itself, this is what its address shows while it is off.
 */
export const pagesOfOptions: Readonly<Record<string, () => Promise<{ mount(root: HTMLElement): void }>>> = {
  [stationPagePath]: () => import('./options/scan-stations/open-station.tsx'),
  '/student': closedEntrance,
  '/student/': closedEntrance,
  [verifyPath]: () => import('./options/signed-cards/no-longer-offered.ts'),
};

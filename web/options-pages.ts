import { stationPagePath } from '#shared/options/scan-stations/page-path.ts';
import { verifyPath } from '#shared/options/signed-cards/page-path.ts';

/**
 * Pages of options beside the areas, by their addresses: each says itself where its option is off. Where a page is built by itself, this is what stands
 * at its address while it is off.
 */
export const pagesOfOptions: Readonly<Record<string, () => Promise<{ mount(root: HTMLElement): void }>>> = {
  [stationPagePath]: () => import('./options/scan-stations/open-station.tsx'),
  [verifyPath]: () => import('./options/signed-cards/no-longer-offered.tsx'),
};

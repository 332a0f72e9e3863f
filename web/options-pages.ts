import { stationPagePath } from '#shared/options/scan-stations/page-path.ts';

/** Pages of options beside the areas, by their addresses: each says itself where its option is off. */
export const pagesOfOptions: Readonly<Record<string, () => Promise<{ mount(root: HTMLElement): void }>>> = {
  [stationPagePath]: () => import('./options/scan-stations/open-station.tsx'),
};

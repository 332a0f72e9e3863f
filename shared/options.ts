import { scanStations } from './options/scan-stations/option.ts';

/** The options of the product. A school has those that its file lists. */
export const options = [scanStations] as const;

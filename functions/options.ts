import { erasureRules as ofScanStations } from './options/scan-stations/option.ts';
import { erasureRulesOfOptions } from './students/register/jobs/erase-rows.ts';

/** Fills the places of the erasure. */
export const fillErasure = (): void => erasureRulesOfOptions.fill({ 'scan-stations': ofScanStations });

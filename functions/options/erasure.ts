import { erasureRules as ofFamilies } from './families/erasure-rules.ts';
import { listRegistrationFileKeys } from './families/records/registration-files.ts';
import { erasureRules as ofScanStations } from './scan-stations/option.ts';
import { erasureRules as ofSignedCards } from './signed-cards/erasure-rules.ts';

/** What goes with a student who is erased. */
export const erasureParts = {
  rules: { families: ofFamilies, 'scan-stations': ofScanStations, 'signed-cards': ofSignedCards },
  files: { families: listRegistrationFileKeys },
};

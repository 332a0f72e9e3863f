import { smokeChecks as ofFamilies } from './options/families/smoke-checks.ts';
import { smokeChecks as ofScanStations } from './options/scan-stations/smoke-checks.ts';
import { smokeChecks as ofSignedCards } from './options/signed-cards/smoke-checks.ts';

/** What the smoke test tries of options. */
export const smokeCheckParts = {
  families: ofFamilies,
  'signed-cards': ofSignedCards,
  'scan-stations': ofScanStations,
};

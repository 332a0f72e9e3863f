import { filesOfOptions } from '../students/register/jobs/erase-student-worker.ts';
import { erasureRulesOfOptions } from '../students/register/jobs/rows-to-erase.ts';
import { erasureRules as ofFamilies } from './families/erasure-rules.ts';
import { listRegistrationFileKeys } from './families/records/registration-files.ts';
import { erasureRules as ofScanStations } from './scan-stations/option.ts';
import { erasureRules as ofSignedCards } from './signed-cards/erasure-rules.ts';

/** Fills the places of the erasure. */
export function fillErasure(): void {
  erasureRulesOfOptions.fill({ families: ofFamilies, 'scan-stations': ofScanStations, 'signed-cards': ofSignedCards });
  filesOfOptions.fill({ families: listRegistrationFileKeys });
}

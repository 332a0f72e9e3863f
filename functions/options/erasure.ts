import { erasureRules as ofFamilies } from './families/erasure-rules.ts';
import { listRegistrationFileKeys } from './families/records/registration-files.ts';
import { erasureRules as ofOneroster } from './oneroster/erasure-rules.ts';
import { erasureRules as ofScanStations } from './scan-stations/option.ts';
import { erasureRules as ofSignOff } from './sign-off/erasure-rules.ts';
import { erasureRules as ofSignedCards } from './signed-cards/erasure-rules.ts';
import { erasureRules as ofTranscripts } from './transcripts/erasure-rules.ts';
import { erasureRules as ofTruthCheck } from './truth-check/erasure-rules.ts';

/** What goes with a student who is erased. */
export const erasureParts = {
  rules: {
    families: ofFamilies,
    oneroster: ofOneroster,
    'scan-stations': ofScanStations,
    'sign-off': ofSignOff,
    'signed-cards': ofSignedCards,
    transcripts: ofTranscripts,
    'truth-check': ofTruthCheck,
  },
  files: { families: listRegistrationFileKeys },
};

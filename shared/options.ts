import { district } from './options/district/option.ts';
import { families } from './options/families/option.ts';
import { moveIn } from './options/move-in/option.ts';
import { oneroster } from './options/oneroster/option.ts';
import { scanStations } from './options/scan-stations/option.ts';
import { signOff } from './options/sign-off/option.ts';
import { signedCards } from './options/signed-cards/option.ts';
import { transcripts } from './options/transcripts/option.ts';
import { truthCheck } from './options/truth-check/option.ts';

/** The options of the product. A school has those that its file lists. */
export const options = [
  district,
  families,
  moveIn,
  oneroster,
  scanStations,
  signOff,
  signedCards,
  transcripts,
  truthCheck,
] as const;

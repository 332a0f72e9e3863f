import { toldActs as ofFamilies } from './families/told-acts.ts';
import { toldActs as ofMoveIn } from './move-in/told-acts.ts';
import { toldActs as ofOneroster } from './oneroster/told-acts.ts';
import { toldActs as ofScanStations } from './scan-stations/told-acts.ts';
import { toldActs as ofSignOff } from './sign-off/told-acts.ts';

/** Acts in the office log. */
export const toldActParts = {
  families: ofFamilies,
  'move-in': ofMoveIn,
  oneroster: ofOneroster,
  'scan-stations': ofScanStations,
  'sign-off': ofSignOff,
};

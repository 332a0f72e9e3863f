import * as district from './options/district/option.ts';
import * as families from './options/families/option.ts';
import * as moveIn from './options/move-in/option.ts';
import * as oneroster from './options/oneroster/option.ts';
import * as scanStations from './options/scan-stations/option.ts';
import * as council from './options/sign-off/council/option.ts';
import * as signOff from './options/sign-off/option.ts';
import * as transcripts from './options/transcripts/option.ts';
import * as truthCheck from './options/truth-check/option.ts';

export const officeActs = { 'scan-stations': scanStations.officeActs };
export const due = { 'scan-stations': scanStations.due, families: families.due };
export const besideRegister = { families: families.notesOfClass };
export const besideWindows = { families: families.registrations };
export const besideRemarks = { 'truth-check': truthCheck.besideRemark };
export const screens = {
  district: district.screens,
  families: families.screens,
  'move-in': moveIn.screens,
  oneroster: oneroster.screens,
  'sign-off': [...signOff.screens, ...council.screens],
  transcripts: transcripts.screens,
  'truth-check': truthCheck.screens,
};
export const teacherScreens = {
  'sign-off': [...signOff.teacherScreens, ...council.teacherScreens],
  'truth-check': truthCheck.teacherScreens,
};
export const aboveRecord = { 'sign-off': signOff.aboveRecord };
export const guidesOfTeachers = { 'sign-off': signOff.guide };
export const partsOfScreens = { families: families.partsOfScreens, transcripts: transcripts.partsOfScreens };
export const notesOnClosedAttendance = { 'scan-stations': scanStations.noteOnClosedAttendance };
export const guides = {
  district: district.guide,
  families: families.guide,
  'move-in': moveIn.guide,
  oneroster: oneroster.guide,
  'scan-stations': scanStations.guide,
  'sign-off': signOff.guide,
  transcripts: transcripts.guide,
  'truth-check': truthCheck.guide,
};
export const findingsOfStudents = { 'truth-check': truthCheck.findingsOfStudent };
export const saveKinds = { 'sign-off': council.saveKinds };

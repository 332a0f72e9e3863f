import { officeActsOfOptions } from './features/attendance/attendance-acts.ts';
import { besideRegister } from './features/attendance/register/beside-register.ts';
import { besideWindows, dueOfOptions, notesOnClosedAttendance } from './features/school/places.ts';
import * as families from './options/families/option.ts';
import * as scanStations from './options/scan-stations/option.ts';
import { screensOfOptions } from './session/screens-of-options.ts';

/** Fills the places of both areas, before their first screen. */
export function fillPlaces(): void {
  officeActsOfOptions.fill({ 'scan-stations': scanStations.officeActs });
  dueOfOptions.fill({ 'scan-stations': scanStations.due, families: families.due });
  besideRegister.fill({ families: families.notesOfClass });
  besideWindows.fill({ families: families.registrations });
  screensOfOptions.fill({ families: families.screens });
  notesOnClosedAttendance.fill({ 'scan-stations': scanStations.noteOnClosedAttendance });
}
